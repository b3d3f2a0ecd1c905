import type { AdminRecord } from '#src/ui/admin/records.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { FieldFrame } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** Who looks after the application, and the plain form that changes it. */
export function Owner({
  record: { owner, status },
  me,
  owners,
  error,
}: {
  record: AdminRecord
  /** The reader. */
  me: string
  /** Everybody who may own it; `null` when the reader may not change that. */
  owners: string[] | null
  error: string | undefined
}) {
  const others = owners?.filter((name) => name !== owner && name !== me) ?? []
  return (
    <RecordCard id="owner" title="Owner" rows={[{ label: 'Owner', value: owner ?? 'Nobody' }]}>
      {owners && status !== 'draft' && (
        <form method="post" className="stack no-print" noValidate>
          <input type="hidden" name="owner" value={owner ?? ''} />
          <div className="actions">
            {owner !== me && (
              <Button small type="submit" name="action" value="take">
                Take
              </Button>
            )}
            {owner && (
              <Button small type="submit" name="action" value="release">
                Release
              </Button>
            )}
          </div>
          {others.length > 0 && (
            <>
              <FieldFrame id="colleague" label="Colleague" error={error}>
                <select
                  id="colleague"
                  name="colleague"
                  className="input"
                  defaultValue=""
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? 'colleague-error' : undefined}
                >
                  <option value="">Choose a colleague</option>
                  {others.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </FieldFrame>
              <div className="actions">
                <Button small type="submit" name="action" value="hand-over">
                  Hand over
                </Button>
              </div>
            </>
          )}
        </form>
      )}
    </RecordCard>
  )
}
