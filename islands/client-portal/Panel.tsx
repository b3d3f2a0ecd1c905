import { type PortalSection, portalTitles } from '#src/forms/portal/portal.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { Answers } from './Answers.tsx'
import { SectionForm } from './SectionForm.tsx'
import { SignInAddress } from './SignInAddress.tsx'
import type { Portal } from './use-portal.ts'

/** One section: its answers with Edit, or its form with Save and Cancel. */
export function Panel({ section, portal }: { section: PortalSection; portal: Portal }) {
  const { awake, tab, editing } = portal
  const held = editing !== null && editing !== section ? editing : null
  return (
    <section
      className="card"
      id={`panel-${section}`}
      hidden={tab !== section}
      {...(awake && { role: 'tabpanel' })}
      aria-labelledby={`title-${section}`}
    >
      <div className="card-head">
        <h2 id={`title-${section}`} tabIndex={-1}>
          {portalTitles[section]}
        </h2>
        {editing !== section && (
          <form
            method="get"
            action="/client-portal"
            onSubmit={(event) => {
              event.preventDefault()
              if (!held) portal.edit(section)
            }}
          >
            <input type="hidden" name="tab" value={section} />
            <Button
              type="submit"
              small
              id={`edit-${section}`}
              name="edit"
              value={section}
              {...(held && { 'aria-disabled': true, 'aria-describedby': `held-${section}` })}
            >
              Edit
            </Button>
          </form>
        )}
      </div>
      {held && (
        <p className="hint" id={`held-${section}`}>
          You are editing {portalTitles[held]}. Save or cancel there first.
        </p>
      )}
      {editing === section ? (
        <SectionForm section={section} portal={portal} />
      ) : (
        <Answers section={section} portal={portal} />
      )}
      {section === 'business' && <SignInAddress {...portal.signIn} />}
    </section>
  )
}
