import type { ReactNode } from 'react'
import { cameByImport, cardLabel, recordCards } from '#src/forms/admin/record-cards.ts'
import { longDay } from '#src/ui/record/dates.ts'
import { Address, RecordCard, readValue, tableBadge } from '#src/ui/record/RecordCard.tsx'
import { AccountButtons } from './Account.tsx'
import { KeptList, OpenButton } from './DeskForm.tsx'
import { agreedRows } from './Proposal.tsx'
import type { Desk, Part, Review } from './review.ts'

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

/** Renders the cards of the record. `children` fill the shorter column. */
export function RecordCards({ desk, children }: Part & { children: ReactNode }) {
  const { record, timezone } = desk.review
  return (
    <div className="cards-flow">
      <Overview desk={desk} />
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
            ...(name === 'mainEmail' ? signInRow(desk) : []),
          ])}
        />
      ))}
      <Signed review={desk.review} />
      {children}
    </div>
  )
}

function signInRow(desk: Desk) {
  const { signInEmail } = desk.review.record
  if (!signInEmail) return []
  const address = <Address text={signInEmail} />
  const value = desk.may('move-sign-in') ? (
    <Changeable desk={desk} value={address} opens="move" label="Change sign-in address" />
  ) : (
    address
  )
  return [{ label: 'Sign-in address', value }]
}

type ChangeableProps = Part & { value: ReactNode; opens: string; label: string }

const Changeable = ({ desk, value, opens, label }: ChangeableProps) => (
  <form method="get" className="head-facts">
    <KeptList review={desk.review} />
    <span>{value}</span>
    <OpenButton small desk={desk} dialog={opens} label={label}>
      {label.split(' ')[0]}
    </OpenButton>
  </form>
)

export function Overview({ desk }: Part) {
  const { record, timezone } = desk.review
  const { agreed, customerCode } = record
  const mayChange = record.status === 'approved' && desk.may('decide') && !desk.isEditing
  const code =
    mayChange && !record.closedOn ? (
      <Changeable desk={desk} value={customerCode} opens="correct" label="Correct customer code" />
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
    ...signerRow(record, timezone, false),
  ]
  return (
    <>
      <RecordCard id="overview" title="Application Overview" rows={overview}>
        {mayChange && <AccountButtons desk={desk} />}
      </RecordCard>
      {agreed && (
        <RecordCard id="agreed" title="Agreed terms" rows={agreedRows(agreed, timezone)} />
      )}
    </>
  )
}

/** Whom the applicant has asked to sign: who reads that mailbox is not known. */
function signerRow(
  { signer }: Review['record'],
  timezone: string,
  hasSigned: boolean,
): { label: string; value: string }[] {
  if (signer?.hasSigned !== hasSigned) return []
  const day = longDay(signer.askedAt, timezone)
  return hasSigned
    ? [
        {
          label: 'Signed through',
          value: `The link that was sent to ${signer.email} for ${signer.name}, asked for by ${signer.askedBy} on ${day}`,
        },
      ]
    : [{ label: 'Waits for', value: `${signer.name} (${signer.email}) to sign, asked on ${day}` }]
}

export function Signed({ review: { record, timezone } }: Props) {
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
            ...signerRow(record, timezone, true),
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
