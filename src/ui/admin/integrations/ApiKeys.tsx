import type { listApiKeys } from '#src/domain/integrations/api-keys.ts'
import { ActionButton, ButtonLink } from '#src/ui/fields/Button.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Props = { page: string; keys: ReturnType<typeof listApiKeys>; timezone: string }

export const ApiKeys = ({ page, keys, timezone }: Props) => (
  <RecordCard wide id="api-keys" title="API keys">
    <p>
      A key lets another system read the list, an application, its directors and its PDF. It cannot
      change anything. Send it as <code>Authorization: Bearer</code>.
    </p>
    {keys.length > 0 && (
      <ul className="sessions">
        {keys.map((key) => (
          <Key key={key.id} record={key} timezone={timezone} />
        ))}
      </ul>
    )}
    <div className="actions">
      <ButtonLink small href={`${page}?edit=create-key`}>
        Create API Key
      </ButtonLink>
    </div>
  </RecordCard>
)

function Key({ record, timezone }: { record: Props['keys'][number]; timezone: string }) {
  const { id, name, beginning, createdBy, createdAt, lastUsedAt } = record
  const used = lastUsedAt ? `Last used ${longTime(lastUsedAt, timezone)}` : 'Not used yet'
  return (
    <li>
      <div>
        <strong>{name}</strong> <code>{`${beginning}…`}</code>
        <p className="hint">{`${used}. Created by ${createdBy} on ${longTime(createdAt, timezone)}.`}</p>
      </div>
      <PostForm className="no-print">
        <input type="hidden" name="key" value={id} />
        <ActionButton name="revoke-key" about={name} variant="danger">
          Revoke
        </ActionButton>
      </PostForm>
    </li>
  )
}
