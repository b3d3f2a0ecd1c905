import { mayDo } from '#src/forms/admin/roles.ts'
import { SelectField } from '#src/ui/admin/SelectField.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import type { Review } from './use-review.ts'

/** Who looks after the application, and the plain form that changes it. */
export function Owner({ review }: { review: Review }) {
  const { owner, status } = review.record
  const me = review.username
  const others = review.owners.filter((name) => name !== owner && name !== me)
  return (
    <RecordCard id="owner" title="Owner" rows={[{ label: 'Owner', value: owner ?? 'Nobody' }]}>
      {mayDo(review.role, 'decide') && status !== 'draft' && (
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
              <SelectField
                id="colleague"
                name="colleague"
                label="Colleague"
                choices={[
                  ['', 'Choose a colleague'],
                  ...others.map((name) => [name, name] as const),
                ]}
                defaultValue=""
                error={review.errors.colleague}
              />
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
