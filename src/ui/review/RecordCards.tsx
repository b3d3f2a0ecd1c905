import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { recordHref } from '#src/forms/admin/dashboard-query.ts'
import { cameByImport, cardLabel, editValues, recordCards } from '#src/forms/admin/record-cards.ts'
import { mayDo } from '#src/forms/admin/roles.ts'
import { lengths, typeOf } from '#src/forms/fields/field.ts'
import { type FieldName, fields as fieldTable } from '#src/forms/fields/fields.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { areaOf, inputOf, selectOf } from '#src/ui/fields/control.ts'
import { SelectField, TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import { Address, RecordCard, readValue, tableBadge } from '#src/ui/record/RecordCard.tsx'
import { AccountButtons } from './Account.tsx'
import { Refused } from './Decisions.tsx'
import { agreedRows } from './Proposal.tsx'
import { KeptList } from './ReviewDialog.tsx'
import type { Review } from './review.ts'

type Props = { review: Review }

export function Notices({ review: { record, warnings } }: Props) {
  const reason = record.status === 'rejected' && record.rejectionReason
  return (
    <>
      <div role="status" id="warnings">
        {warnings.map((text) => (
          <p className="notice notice-warn" key={text}>
            {text}
          </p>
        ))}
      </div>
      {reason && (
        <section className="notice" aria-labelledby="reason-title">
          <h2 id="reason-title">Reason for the rejection</h2>
          <p className="lines">{reason}</p>
        </section>
      )}
    </>
  )
}

/** `children` fill the shorter column. */
export function RecordCards({ review, children }: Props & { children: ReactNode }) {
  const { record, timezone } = review
  return (
    <div className="cards-flow">
      <Overview review={review} />
      {recordCards.map(({ title, fields }) => (
        <RecordCard
          key={title}
          id={title.toLowerCase().replace(/ /g, '-')}
          title={title}
          rows={fields.flatMap((name) => [
            {
              label: cardLabel(name),
              value: <Address text={readValue(name, record[name], timezone)} />,
              changed: record.changedSinceSigning.includes(name),
            },
            ...(name === 'mainEmail' ? signInRow(review) : []),
          ])}
        />
      ))}
      <Signed review={review} />
      {children}
    </div>
  )
}

function signInRow(review: Review) {
  const { signInEmail } = review.record
  if (!signInEmail) return []
  const address = <Address text={signInEmail} />
  const value = mayDo(review.role, 'move-sign-in') ? (
    <Changeable review={review} value={address} opens="move" label="Change sign-in address" />
  ) : (
    address
  )
  return [{ label: 'Sign-in address', value }]
}

type ChangeableProps = Props & { value: ReactNode; opens: string; label: string }

const Changeable = ({ review, value, opens, label }: ChangeableProps) => (
  <form method="get" className="head-facts" data-in-place="">
    <KeptList review={review} />
    <span>{value}</span>
    <Button small type="submit" name="dialog" value={opens} data-opens={opens} aria-label={label}>
      {label.split(' ')[0]}
    </Button>
  </form>
)

function Overview({ review }: Props) {
  const { record, timezone, role, isEditing } = review
  const { agreed, customerCode } = record
  const mayChange = record.status === 'approved' && mayDo(role, 'decide') && !isEditing
  const code =
    mayChange && !record.closedOn ? (
      <Changeable
        review={review}
        value={customerCode}
        opens="correct"
        label="Correct customer code"
      />
    ) : (
      customerCode
    )
  const unsubmitted = cameByImport(record)
    ? 'No: imported from earlier records, nothing was signed here'
    : 'Not submitted'
  const overview = [
    { label: 'Status', value: tableBadge(record.status, record.completionPercentage).label },
    { label: 'Completion', value: `${record.completionPercentage}%` },
    { label: 'Created', value: longDay(record.createdAt, timezone) ?? 'N/A' },
    { label: 'Submitted', value: longDay(record.submittedAt, timezone) ?? unsubmitted },
    ...(customerCode ? [{ label: 'Customer code', value: code }] : []),
  ]
  return (
    <>
      <RecordCard id="overview" title="Application Overview" rows={overview}>
        {mayChange && <AccountButtons review={review} />}
      </RecordCard>
      {agreed && (
        <RecordCard id="agreed" title="Agreed terms" rows={agreedRows(agreed, timezone)} />
      )}
    </>
  )
}

function Signed({ review: { record, timezone } }: Props) {
  const { directors, authSignature, financeSignature, signerName, position } = record
  const agreed = longDay(record.agreementDate, timezone) ?? 'N/A'
  const decided = longDay(record.financeDate, timezone) ?? 'N/A'
  const image = (src: string, alt: string) => <img className="plate" src={src} alt={alt} />
  const signer = `Signature of ${signerName || position || 'the customer'}, ${agreed}`
  return (
    <>
      <RecordCard
        id="directors"
        title="Directors"
        {...(directors.length > 0 && {
          rows: directors.map(({ name, position }) => ({ label: name, value: position || 'N/A' })),
        })}
      >
        {directors.length === 0 && <p className="quiet">No directors information available</p>}
      </RecordCard>
      {(authSignature || financeSignature) && (
        <RecordCard
          id="signatures"
          title="Digital Signatures"
          rows={[
            {
              label: 'Authorisation signature',
              value: authSignature ? image(authSignature, signer) : 'N/A',
            },
            { label: 'Signed by', value: signerName || 'N/A' },
            { label: 'Position', value: position || 'N/A' },
            { label: 'Agreement date', value: agreed },
            ...(financeSignature
              ? [
                  {
                    label: 'Finance signature',
                    value: image(financeSignature, `Finance signature, ${decided}`),
                  },
                ]
              : []),
            { label: 'Finance decision', value: record.financeDecision || 'Pending' },
            { label: 'Finance date', value: decided },
            ...(record.decidedBy ? [{ label: 'Decided by', value: record.decidedBy }] : []),
            ...(record.proposedBy ? [{ label: 'Proposed by', value: record.proposedBy }] : []),
          ]}
        />
      )}
    </>
  )
}

export function EditRecord({
  review,
  form: [form, fields],
}: Props & { form: readonly [FormMetadata, Record<string, FieldMetadata>] }) {
  const { record, timezone, refused, list } = review
  const isRefused = form.status === 'error'
  return (
    <form
      id={form.id}
      method="post"
      noValidate
      className="sections"
      data-patch={`/api/applications/${record.id}`}
      data-version={record.version}
      data-values={JSON.stringify(editValues(record))}
    >
      <Refused button="Save Changes" notice={refused?.action === 'save' ? refused.notice : null} />
      <a data-holder="" href={recordHref(refused?.holder ?? '', list)} hidden={!refused?.holder}>
        Open the application that has this address
      </a>
      <input type="hidden" name="action" value="save" />
      <input type="hidden" name="version" value={record.version} />
      <div className="cards-flow">
        {recordCards.map(({ title, fields: names }, at) => (
          <RecordCard key={title} id={title.toLowerCase().replace(/ /g, '-')} title={title}>
            <div className="fields">
              {names.map((name) =>
                name === 'businessTypes' ? (
                  <p key={name}>
                    <span className="label">{cardLabel(name)}</span>
                    <br />
                    {readValue(name, record[name], timezone)}
                  </p>
                ) : (
                  <CardField
                    key={name}
                    name={name}
                    field={fields[name] as FieldMetadata}
                    autoFocus={at === 0 && name === names[0] && !isRefused}
                  />
                ),
              )}
            </div>
          </RecordCard>
        ))}
        <Overview review={review} />
        <Signed review={review} />
      </div>
    </form>
  )
}

function CardField({
  name,
  field,
  autoFocus,
}: {
  name: FieldName
  field: FieldMetadata
  autoFocus: boolean
}) {
  const { type, width } = fieldTable[name]
  const { max = lengths.line, input } = typeOf(type)
  const label = cardLabel(name)
  if (type === 'yesNo')
    return <SelectField {...selectOf(field)} label={label} width="code" choices={yesNo} />
  if (type === 'choice')
    return <SelectField {...selectOf(field)} label={label} width="code" choices={accounts} />
  const limits = { label, autoFocus, maxLength: max, autoComplete: 'off' }
  if (!input) return <TextArea {...areaOf(field)} {...limits} />
  return (
    <TextField
      {...inputOf(field, input.type ?? 'text')}
      {...limits}
      width={width ?? input.width ?? 'line'}
    />
  )
}

const yesNo = [
  ['', 'Not answered'],
  ['yes', 'Yes'],
  ['no', 'No'],
] as const
const accounts = [
  ['credit', 'Credit'],
  ['cash', 'Cash'],
] as const
