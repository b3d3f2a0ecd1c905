import type { LedgerBatch } from '#src/domain/customers/ledger.ts'
import { counted } from '#src/forms/counted.ts'
import { type Ledger, ledgerNames, ledgers } from '#src/forms/customers/ledger.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Props = { batches: Record<Ledger, LedgerBatch>; timezone: string }

export const LedgerCard = ({ batches, timezone }: Props) => (
  <RecordCard wide id="ledger" title="Hand over to your ledger">
    <p>
      A file of the customers approved since the last one, to import into Sage 50 or Xero: code,
      name, address, contact, VAT number, credit limit and terms.
    </p>
    {ledgers.map((ledger) => (
      <LedgerForm key={ledger} {...{ ledger, timezone }} batch={batches[ledger]} />
    ))}
  </RecordCard>
)

type LedgerFormProps = { ledger: Ledger; batch: LedgerBatch; timezone: string }

function LedgerForm({ ledger, batch, timezone }: LedgerFormProps) {
  const { ready, leftOut, more, since } = batch
  const name = ledgerNames[ledger]
  const approved =
    since === null ? '' : `, approved since ${longTime(new Date(since).toISOString(), timezone)}`
  return (
    <PostForm action="/admin/customers/ledger" className="fields no-print">
      <input type="hidden" name="ledger" value={ledger} />
      <p>
        <strong>{name}</strong>
        {`: ${counted(ready, 'customer')}${approved}.${more ? ' The next file will have more.' : ''}`}
      </p>
      {leftOut.count > 0 && (
        <details>
          <summary>{`${counted(leftOut.count, 'customer')} left out, because ${name} would refuse them`}</summary>
          <ul>
            {leftOut.first.map(({ application, businessName, why }) => (
              <li key={application}>
                <a href={`/admin/applications/${encodeURIComponent(application)}`}>
                  {businessName}
                </a>
                {`: ${why}`}
              </li>
            ))}
            {leftOut.count > leftOut.first.length && (
              <li>{`and ${leftOut.count - leftOut.first.length} more`}</li>
            )}
          </ul>
        </details>
      )}
      <div className="actions">
        <Button type="submit">{`Download for ${name}`}</Button>
        {since !== null && (
          <Button type="submit" variant="ghost" name="again" value="yes">
            {`All Customers for ${name}`}
          </Button>
        )}
      </div>
    </PostForm>
  )
}
