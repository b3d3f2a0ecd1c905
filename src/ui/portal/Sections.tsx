import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { type PortalSection, portalSections, portalTitles } from '#src/forms/portal/portal.ts'
import { Button } from '#src/ui/fields/Button.tsx'

type Shown = {
  tab: PortalSection
  editing: PortalSection | null
}

/** The address of this view, for a reload and without scripts. */
export const addressOf = ({ tab, editing }: Shown) =>
  `/client-portal?tab=${tab}${editing ? `&edit=${editing}` : ''}`

type TabsProps = Shown & {
  isAwake: boolean
  onOpen: (section: PortalSection) => void
}

/** Renders links until the scripts run, and then tabs. */
export function SectionTabs({ tab, editing, isAwake, onOpen }: TabsProps) {
  const row = useRef<HTMLElement>(null)
  const current = useRef<HTMLAnchorElement>(null)
  const takesFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each tab
  useEffect(() => {
    if (takesFocus.current) current.current?.focus()
    takesFocus.current = false
    // On a narrow screen the row scrolls, and the page itself must stay where it is.
    const [list, link] = [row.current, current.current]
    if (list && link)
      list.scrollLeft =
        link.offsetLeft - list.offsetLeft - (list.clientWidth - link.offsetWidth) / 2
  }, [tab, isAwake])

  function onKeyDown(event: KeyboardEvent) {
    const at = portalSections.indexOf(tab)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : portalSections.at(to % portalSections.length)
    if (!next) return
    event.preventDefault()
    takesFocus.current = true
    onOpen(next)
  }

  return (
    <nav className="tabs" aria-label="Sections" ref={row} role={isAwake ? 'tablist' : undefined}>
      {portalSections.map((section) => {
        const isShown = section === tab
        const asTab = {
          role: 'tab',
          'aria-controls': `panel-${section}`,
          'aria-selected': isShown,
          tabIndex: isShown ? 0 : -1,
        }
        return (
          <a
            key={section}
            id={`tab-${section}`}
            className="tab"
            href={addressOf({ tab: section, editing })}
            ref={isShown ? current : undefined}
            aria-current={isShown && !isAwake ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              onOpen(section)
            }}
            onKeyDown={onKeyDown}
            {...(isAwake ? asTab : {})}
          >
            {portalTitles[section]}
          </a>
        )
      })}
    </nav>
  )
}

type HeadProps = {
  section: PortalSection
  editing: PortalSection | null
  mayEdit: boolean
  title: RefObject<HTMLHeadingElement | null> | undefined
  button: RefObject<HTMLButtonElement | null> | undefined
  onEdit: () => void
}

export function SectionHead({ section, editing, mayEdit, title, button, onEdit }: HeadProps) {
  return (
    <>
      <div className="card-head">
        <h2 id={`title-${section}`} tabIndex={-1} ref={title}>
          {portalTitles[section]}
        </h2>
        {mayEdit && !editing && (
          <form
            method="get"
            action={`/client-portal#title-${section}`}
            onSubmit={(event) => {
              event.preventDefault()
              onEdit()
            }}
          >
            <input type="hidden" name="tab" value={section} />
            <Button
              type="submit"
              small
              id={`edit-${section}`}
              name="edit"
              value={section}
              ref={button}
            >
              Edit
            </Button>
          </form>
        )}
      </div>
      {editing && editing !== section && (
        <p className="hint">You are editing {portalTitles[editing]}. Save or cancel there first.</p>
      )}
    </>
  )
}
