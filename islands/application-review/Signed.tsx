import type { AdminRecord, DirectorEntry } from '#src/ui/admin/records.ts'
import { longDay } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** The directors' names and positions. */
export function Directors({ directors }: { directors: DirectorEntry[] }) {
  return (
    <RecordCard
      id="directors"
      title="Directors"
      {...(directors.length > 0 && {
        rows: directors.map(({ name, position }) => ({ label: name, value: position || 'N/A' })),
      })}
    >
      {directors.length === 0 && <p className="quiet">No directors information available</p>}
    </RecordCard>
  )
}

/** Both signatures; no card without any. */
export function Signatures({ record, timezone }: { record: AdminRecord; timezone: string }) {
  const { authSignature, financeSignature, position } = record
  if (!authSignature && !financeSignature) return null
  const agreed = longDay(record.agreementDate, timezone) ?? 'N/A'
  const decided = longDay(record.financeDate, timezone) ?? 'N/A'
  return (
    <RecordCard
      id="signatures"
      title="Digital Signatures"
      rows={[
        {
          label: 'Authorisation signature',
          value: authSignature ? (
            <img
              className="plate"
              src={authSignature}
              alt={`Signature of ${position || 'the customer'}, ${agreed}`}
            />
          ) : (
            'N/A'
          ),
        },
        { label: 'Position', value: position || 'N/A' },
        { label: 'Agreement date', value: agreed },
        ...(financeSignature
          ? [
              {
                label: 'Finance signature',
                value: (
                  <img
                    className="plate"
                    src={financeSignature}
                    alt={`Finance signature, ${decided}`}
                  />
                ),
              },
            ]
          : []),
        { label: 'Finance decision', value: record.financeDecision || 'Pending' },
        { label: 'Finance date', value: decided },
      ]}
    />
  )
}
