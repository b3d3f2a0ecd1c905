import { type KeyboardEvent, type MouseEvent, useEffect } from 'react'
import { type PortalSection, portalSections, portalTitles } from '#src/forms/portal/portal.ts'

/** The sections: links before a script has run, ARIA tabs with arrow keys afterwards. */
export function Tabs({
  awake,
  current,
  onOpen,
}: {
  awake: boolean
  current: PortalSection
  onOpen: (section: PortalSection) => void
}) {
  // on a narrow screen the row scrolls, and the open tab may be out of sight; the page itself stays where it is
  useEffect(() => {
    const tab = document.getElementById(`tab-${current}`)
    const row = tab?.parentElement
    if (!tab || !row) return
    const { left, width } = tab.getBoundingClientRect()
    row.scrollLeft += left + width / 2 - row.getBoundingClientRect().left - row.clientWidth / 2
  }, [current])

  function onKeyDown(event: KeyboardEvent) {
    const index = portalSections.indexOf(current)
    const last = portalSections.length - 1
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = portalSections[to > last ? 0 : to < 0 ? last : to]
    if (!next) return
    onOpen(next)
    document.getElementById(`tab-${next}`)?.focus()
  }

  return (
    <nav className="tabs" aria-label="Sections" {...(awake && { role: 'tablist' })}>
      {portalSections.map((section) => {
        const selected = section === current
        const tab = awake && {
          role: 'tab',
          'aria-selected': selected,
          'aria-controls': `panel-${section}`,
          tabIndex: selected ? 0 : -1,
          onKeyDown,
          onClick(event: MouseEvent) {
            event.preventDefault()
            onOpen(section)
          },
        }
        return (
          <a
            key={section}
            id={`tab-${section}`}
            className="tab"
            href={`/client-portal?tab=${section}`}
            {...(!awake && selected && { 'aria-current': 'page' as const })}
            {...tab}
          >
            {portalTitles[section]}
          </a>
        )
      })}
    </nav>
  )
}
