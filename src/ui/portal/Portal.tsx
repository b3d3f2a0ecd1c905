import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import type { Director } from '#src/domain/applications/application.ts'
import type { PortalRecord, portalStatus } from '#src/domain/portal/portal.ts'
import { type FieldName, fields, readingOf } from '#src/forms/fields/fields.ts'
import {
  openFields,
  type PortalSection,
  portalFields,
  portalNameOf,
  portalSections,
  portalTitles,
} from '#src/forms/portal/portal.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { faultsOf, inputOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { PasswordField, TextField } from '#src/ui/fields/Field.tsx'
import { Icon } from '#src/ui/layout/Icon.tsx'
import { DocumentLinks, nothing, readValue } from '#src/ui/record/RecordCard.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'

/** Links that `islands/portal.ts` makes into tabs. They keep the edited section. */
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
  editing: PortalSection | null
}

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
  email: string
}

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

/** What was signed or approved, and cannot be changed any more. */
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

type StatusCardProps = { status: ReturnType<typeof portalStatus>; id: string }

export function StatusCard({ status, id }: StatusCardProps) {
  const { headline, next, steps, step, facts, reason, customerCode, hasPdf, documents } = status
  return (
    <section className="card" aria-labelledby="status">
      <h2 id="status">Application Status</h2>
      <ol className="track">
        {steps.map((text, index) => (
          <li key={text} {...(index === step && { 'aria-current': 'step' as const })}>
            {text}
          </li>
        ))}
      </ol>
      <div className="status-text">
        <div>
          <p className="lead">
            <strong>{headline}.</strong> {next}
          </p>
          {customerCode && (
            <div>
              <p className="quiet">Customer code</p>
              <p className="code">{customerCode}</p>
            </div>
          )}
          {hasPdf && (
            <div className="actions">
              <ButtonLink href={`/api/applications/${id}/pdf`} target="_blank" rel="noopener">
                <Icon name="download" /> Download PDF
              </ButtonLink>
              <DocumentLinks id={id} documents={documents} />
              <p className="hint">
                Opens in a new tab
                {documents.length > 0 && (
                  <>
                    . Download PDF shows your details as they are now. A sealed document never
                    changes, and anybody who holds it can <a href="/verify">verify it</a>.
                  </>
                )}
              </p>
            </div>
          )}
        </div>
        <dl className="record">
          {[...facts, { label: 'Reference', value: id }].map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {reason && (
        <div className="notice">
          <h3>Reason</h3>
          <p className="lines">{reason}</p>
        </div>
      )}
    </section>
  )
}

type SignInAddressProps = {
  email: string
  /** Not confirmed yet. */
  requested: string | null
  move: [form: FormMetadata, fields: Record<'email' | 'password', FieldMetadata>]
}

export function SignInAddress({ email, requested, move: [form, fields] }: SignInAddressProps) {
  return (
    <section className="stack" aria-labelledby="sign-in-title">
      <h3 id="sign-in-title">Sign-in</h3>
      <p>
        You sign in with <strong>{email}</strong>. Changing the main email does not change this.
      </p>
      {requested && (
        <div className="notice">
          <p>
            We have sent a link to <strong>{requested}</strong>. Open it within 24 hours to sign in
            with that address. Until then nothing changes.
          </p>
        </div>
      )}
      <details open={!form.valid}>
        <summary>Change sign-in address</summary>
        <form
          id={form.id}
          method="post"
          noValidate
          data-in-place=""
          data-failed={JSON.stringify(clientToasts.addressFailed)}
          className="fields"
        >
          <ErrorSummary faults={faultsOf(form, fields.email)} />
          <p>
            We send a link to the new address. Your sign-in changes when you open it and confirm.
          </p>
          <TextField
            {...inputOf(fields.email, 'email')}
            label="New sign-in address"
            autoComplete="off"
            spellCheck={false}
          />
          <PasswordField
            {...inputOf(fields.password, 'password')}
            label="Your password"
            autoComplete="current-password"
          />
          <div className="actions">
            <Button
              type="submit"
              variant="primary"
              name="action"
              value="move"
              data-waiting="Sending..."
            >
              Send link
            </Button>
          </div>
        </form>
      </details>
    </section>
  )
}
