import type { ReactNode } from 'react'
import { nearlyDone } from '#src/forms/admin/progress.ts'
import type { Status } from '#src/forms/statuses.ts'
import { type IssuedDocument, nameOfDocument } from '#src/forms/verify/document.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Layout.tsx'
import { longDay } from './dates.ts'

type RecordRow = { label: string; value: ReactNode; changed?: boolean }

export function RecordCard({
  title,
  id,
  rows,
  wide = false,
  lead,
  children,
}: {
  title: string
  id: string
  rows?: RecordRow[]
  wide?: boolean
  /** The content before the rows. */
  lead?: ReactNode
  children?: ReactNode
}) {
  return (
    <section className={wide ? 'card card-wide' : 'card'} aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
      </div>
      {lead}
      {rows && rows.length > 0 && <RecordRows rows={rows} />}
      {children}
    </section>
  )
}

export const RecordRows = ({ rows }: { rows: RecordRow[] }) => (
  <dl className="record">
    {rows.map(({ label, value, changed }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {value}
          {changed && <small className="changed">Changed since signing</small>}
        </dd>
      </div>
    ))}
  </dl>
)

/** Renders an email address that breaks after its @ first. */
export function Address({ text }: { text: string }) {
  const domain = text.indexOf('@') + 1
  if (domain === 0) return text
  return (
    <>
      {text.slice(0, domain)}
      <wbr />
      {text.slice(domain)}
    </>
  )
}

type ChangeLine = { label: string; before: string | null; after: string; isFolded: boolean }

/** Renders changes, folded if there are many: a first save has dozens. */
export function ChangeList({ changes }: { changes: ChangeLine[] }) {
  const list = (
    <ul>
      {changes.map(({ label, before, after, isFolded }) =>
        isFolded ? (
          <li key={label}>
            <details>
              <summary>{label}</summary>
              <code>{after}</code>
            </details>
          </li>
        ) : (
          <li key={label}>
            {label}: {before && <del>{before}</del>}{' '}
            <span className="visually-hidden">became </span>
            <ins>{after}</ins>
          </li>
        ),
      )}
    </ul>
  )
  if (changes.length <= mostShown) return changes.length > 0 && list
  return (
    <details>
      <summary>{`${changes.length} changes`}</summary>
      {list}
    </details>
  )
}

const mostShown = 5

type DocumentLinksProps = {
  id: string
  documents: IssuedDocument['kind'][]
  isRejected?: boolean
}

export function DocumentLinks({ id, documents, isRejected = false }: DocumentLinksProps) {
  return documents.map((kind) => (
    <ButtonLink
      key={kind}
      href={`/api/applications/${encodeURIComponent(id)}/pdf?version=${kind}`}
      target="_blank"
      rel="noopener"
    >
      <Icon name="download" /> {documentLabels[nameOfDocument(kind, isRejected)]}
    </ButtonLink>
  ))
}

const documentLabels = {
  signed: 'Signed Document',
  countersigned: 'Countersigned Document',
  decision: 'Decision Document',
}

export function readValue(name: string, value: unknown, timezone: string, nothing = 'N/A'): string {
  if (value === null || value === undefined || value === '') return nothing
  if (Array.isArray(value)) return value.join(', ') || nothing
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'accountType') return value === 'cash' ? 'Cash' : 'Credit'
  if (name === 'dateIncorporation' || name === 'agreementDate')
    return longDay(String(value), timezone) ?? nothing
  return String(value)
}

type Badge = { tone: BadgeTone; label: string }

const badges: Partial<Record<Status, Badge>> = {
  submitted: { tone: 'open', label: 'Submitted' },
  approved: { tone: 'good', label: 'Approved' },
  rejected: { tone: 'bad', label: 'Rejected' },
  completed: { tone: 'good', label: 'Completed' },
}

export function tableBadge(status: Status | null, completionPercentage: number | null): Badge {
  const badge = status ? badges[status] : undefined
  if (badge) return badge
  return (completionPercentage ?? 0) >= nearlyDone
    ? { tone: 'waiting', label: 'In Progress' }
    : { tone: 'quiet', label: 'Incomplete' }
}

/** Returns the status badge, which is yellow with the raw status unless there is a decision. */
export function updateBadge(status: Status): Badge {
  const decided = status === 'approved' || status === 'rejected' ? badges[status] : undefined
  return decided ?? { tone: 'waiting', label: status }
}

export type BadgeTone = 'good' | 'bad' | 'waiting' | 'open' | 'quiet'

export function StatusBadge({ tone, label }: { tone: BadgeTone; label: string }) {
  return <span className={`badge badge-${tone}`}>{label}</span>
}
