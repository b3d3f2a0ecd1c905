import type { Director } from '#src/domain/applications/application.ts'
import type { PortalRecord } from '#src/domain/portal/record.ts'
import { type FieldName, fields, readingOf } from '#src/forms/fields/fields.ts'
import {
  openFields,
  type PortalSection,
  portalFields,
  portalNameOf,
  portalSections,
  portalTitles,
} from '#src/forms/portal/portal.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { nothing, readValue } from '#src/ui/record/values.ts'

/** The sections: links that `islands/portal.ts` makes into tabs. They keep the section that is edited. */
export function SectionLinks({ tab, editing }: Shown) {
  return (
    <nav className="tabs" aria-label="Sections">
      {portalSections.map((section) => (
        <a
          key={section}
          id={`tab-${section}`}
          className="tab"
          href={`/client-portal?tab=${section}${editing ? `&edit=${editing}` : ''}`}
          {...(section === tab && { 'aria-current': 'page' as const })}
        >
          {portalTitles[section]}
        </a>
      ))}
    </nav>
  )
}

export type Shown = {
  tab: PortalSection
  /** The one section in edit mode. */
  editing: PortalSection | null
}

/** The heading of a section, with Edit while no section is edited. */
export function SectionHead({
  section,
  editing,
}: { section: PortalSection } & Pick<Shown, 'editing'>) {
  return (
    <>
      <div className="card-head">
        <h2 id={`title-${section}`} tabIndex={-1}>
          {portalTitles[section]}
        </h2>
        {!editing && (
          <form method="get" action={`/client-portal#title-${section}`}>
            <input type="hidden" name="tab" value={section} />
            <Button type="submit" small id={`edit-${section}`} name="edit" value={section}>
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

type AnswersProps = {
  section: PortalSection
  record: PortalRecord
  directors: Director[]
  /** The address that the customer signs in with. */
  email: string
}

/** A section read: labels and values, 'N/A' where there is none. */
export function Answers({ section, record, directors, email }: AnswersProps) {
  if (section !== 'directors')
    return <AnswerRows names={portalFields(section)} record={record} email={email} />
  if (directors.length === 0) return <p className="empty">No directors information available</p>
  return (
    <dl className="record">
      {directors.map(({ id, name, position }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>{position || nothing}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the customer cannot change any more, in the section that has it: it was signed, or it was approved. */
export function FixedAnswers({ section, record }: Pick<AnswersProps, 'section' | 'record'>) {
  const open = openFields(section, String(record.status))
  const names = portalFields(section).filter((name) => !open.includes(name))
  if (names.length === 0) return null
  const isSigned = names.some((name) => fields[name].signed)
  return (
    <section aria-labelledby="fixed">
      <h3 id="fixed">{isSigned ? 'As signed' : 'As approved'}</h3>
      <p className="hint">
        {isSigned
          ? 'You cannot change these after signing.'
          : 'You cannot change it after the approval. Please contact us if you need another type.'}
      </p>
      <AnswerRows names={names} record={record} />
    </section>
  )
}

type RowsProps = { names: FieldName[]; record: PortalRecord; email?: string }

const AnswerRows = ({ names, record, email }: RowsProps) => (
  <dl className="record">
    {names.map((name) => (
      <div key={name}>
        <dt>{readingOf(fields[name])}</dt>
        <dd>
          {readValue(name, record[portalNameOf(name)], 'UTC')}
          {name === 'mainEmail' && <p className="hint">You sign in with {email}</p>}
        </dd>
      </div>
    ))}
  </dl>
)
