import type { ReactNode } from 'react'
import type { Director } from '#src/domain/applications/application.ts'
import type { Edits } from '#src/domain/portal/changes-since-signing.ts'
import type { PortalRecord } from '#src/domain/portal/portal.ts'
import { mailtoLink } from '#src/forms/email-address.ts'
import { type FieldName, fields, readingOf } from '#src/forms/fields/fields.ts'
import {
  type PortalSection,
  portalFields,
  portalNameOf,
  portalTitles,
} from '#src/forms/portal/portal.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Layout.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import { DocumentLinks, RecordRows, readValue } from '#src/ui/record/RecordCard.tsx'
import { type PortalFacts, portalStatus, textAt } from './status.ts'

const notGiven = 'Not given'

type AnswersProps = {
  section: PortalSection
  record: PortalRecord
  directors: Director[]
  email: string
  edits: Edits
}

export function Answers({ section, record, directors, email, edits }: AnswersProps) {
  const names = portalFields(section).filter((name) => !fields[name].signed)
  if (section !== 'directors') return <AnswerRows {...{ names, record, email, edits }} />
  if (directors.length === 0) return <p className="empty">No directors information available</p>
  return (
    <>
      <dl className="record people">
        {directors.map(({ id, name, position }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{position || notGiven}</dd>
          </div>
        ))}
      </dl>
      <ChangedOn day={edits.days.directors} />
    </>
  )
}

const ChangedOn = ({ day }: { day: string | undefined }) =>
  day && <p className="hint">{`Changed ${day}`}</p>

export function LeftBehind({
  shown,
  leftBehind,
  onEdit,
}: {
  shown: PortalSection
  onEdit: (section: PortalSection) => void
} & Pick<Edits, 'leftBehind'>) {
  const there = leftBehind.filter(({ section }) => [section, 'business'].includes(shown))
  if (there.length === 0) return null
  return (
    <div className="notice">
      {there.map(({ section, address }) => (
        <p key={section}>
          {`Your ${section === 'accounts' ? 'invoice' : 'delivery'} address is still ${address}. `}
          <a
            href={`/client-portal?tab=${section}&edit=${section}#title-${section}`}
            onClick={(event) => {
              event.preventDefault()
              onEdit(section)
            }}
          >
            Change&nbsp;it<span className="visually-hidden"> under {portalTitles[section]}</span>
          </a>
        </p>
      ))}
    </div>
  )
}

export function AsSigned({
  section,
  record,
  signature,
  timezone,
}: Pick<AnswersProps, 'section' | 'record'> & { signature: string | null; timezone: string }) {
  const names = portalFields(section).filter((name) => fields[name].signed)
  if (names.length === 0 || !signature) return null
  return (
    <section aria-labelledby="signed">
      <h3 id="signed">As signed</h3>
      <p className="hint">You cannot change these after signing.</p>
      <AnswerRows names={names} record={record}>
        <div>
          <dt>Signature</dt>
          <dd>
            <img className="plate" src={signature} alt="Your signature" />
          </dd>
        </div>
        <div>
          <dt>Signed on</dt>
          <dd>{longDay(textAt(record, 'submittedAt'), timezone) ?? 'N/A'}</dd>
        </div>
      </AnswerRows>
    </section>
  )
}

type RowsProps = {
  names: FieldName[]
  record: PortalRecord
  email?: string
  edits?: Edits
  children?: ReactNode
}

const AnswerRows = ({ names, record, email, edits, children }: RowsProps) => (
  <dl className="record">
    {children}
    {names.map((name) => (
      <div key={name}>
        <dt>{readingOf(fields[name])}</dt>
        <dd>
          {readValue(name, record[portalNameOf(name)], 'UTC', notGiven)}
          {name === 'mainEmail' && (
            <p className="hint">
              You sign in with {email === record.mainEmail ? 'this address' : email}
            </p>
          )}
          <ChangedOn day={edits?.days[name]} />
        </dd>
      </div>
    ))}
  </dl>
)

type StatusCardProps = {
  record: PortalRecord
  facts: PortalFacts
  timezone: string
  salesEmail: string
}

export function StatusCard({ record, facts, timezone, salesEmail }: StatusCardProps) {
  const id = String(record.id)
  const status = portalStatus(record, facts, timezone)
  const { headline, next, steps, step, rows, reason, customerCode, isClosed, isRejected } = status
  const address = (
    <>
      Our address is <a href={mailtoLink(salesEmail)}>{salesEmail}</a>.
    </>
  )
  return (
    <section className="card" aria-labelledby="status">
      <h2 id="status">Application Status</h2>
      <ol className="track">
        {steps.map((text, index) => (
          <li key={text} aria-current={index === step ? 'step' : undefined}>
            {text}
          </li>
        ))}
      </ol>
      <div className="status-text">
        <div>
          {reason ? (
            <>
              <p className="lead">
                <strong>{headline}.</strong>
              </p>
              <div className="notice">
                <h3>Reason</h3>
                <p className="lines">{reason}</p>
              </div>
              <p>
                {next} {address}
              </p>
            </>
          ) : (
            <p className="lead">
              <strong>{headline}.</strong> {next} {(isClosed || isRejected) && address}
            </p>
          )}
          {customerCode && (
            <div>
              <p className="quiet">
                {isClosed ? 'Customer code (account closed)' : 'Customer code'}
              </p>
              <p className={isClosed ? undefined : 'code'}>{customerCode}</p>
            </div>
          )}
        </div>
        <RecordRows rows={[...rows, { label: 'Reference', value: id }]} />
      </div>
      {status.hasPdf && <Documents id={id} isRejected={isRejected} {...facts} />}
    </section>
  )
}

type DocumentsProps = { id: string; isRejected: boolean } & Pick<
  PortalFacts,
  'documents' | 'acceptedTerms'
>

function Documents({ id, documents, isRejected, acceptedTerms }: DocumentsProps) {
  return (
    <section className="documents no-print" aria-labelledby="documents">
      <h3 id="documents">Documents</h3>
      <ul>
        {documents.map(({ kind, day }) => (
          <li key={kind}>
            <DocumentLinks id={id} documents={[kind]} isRejected={isRejected} />
            <p>{`${kind === 'signed' ? 'What you signed on' : 'Our decision of'} ${day}. It cannot change.`}</p>
          </li>
        ))}
        <li>
          <ButtonLink href={`/api/applications/${id}/pdf`} target="_blank" rel="noopener">
            <Icon name="download" /> Download PDF
          </ButtonLink>
          <p>Your details as they are today.</p>
        </li>
        {acceptedTerms && (
          <li>
            <ButtonLink
              href={`/terms-conditions?version=${encodeURIComponent(acceptedTerms)}`}
              target="_blank"
              rel="noopener"
            >
              Supplier Terms
            </ButtonLink>
            <p>{`Version ${acceptedTerms}, which you accepted when you signed.`}</p>
          </li>
        )}
      </ul>
      <p className="hint">
        They open in a new tab.
        {documents.length > 0 && (
          <>
            {' '}
            {sealedOnes(documents.length, isRejected)} sealed: anyone who has{' '}
            {documents.length === 1 ? 'it' : 'one'} can{' '}
            <a href="/verify">check that it is genuine</a>.
          </>
        )}
      </p>
    </section>
  )
}

function sealedOnes(count: number, isRejected: boolean) {
  if (count === 1) return 'The signed document is'
  return `The signed document and the ${isRejected ? 'decision' : 'countersigned one'} are`
}
