import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton } from '#src/ui/fields/ActionButton.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { SubmitLine } from '#src/ui/fields/SubmitLine.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import type { ApiKeyRecord, RefusedForm } from './records.ts'

/** The keys with which other systems read, and the form that makes another. */
export function ApiKeys({
  keys,
  refused: { typed, errors },
  asksPassword,
  timezone,
}: {
  keys: ApiKeyRecord[]
  refused: RefusedForm
  asksPassword: boolean
  timezone: string
}) {
  return (
    <RecordCard wide id="api-keys" title="API keys">
      <p>
        A key lets another system read the list, an application, its directors and its PDF. It
        cannot change anything. Send it as <code>Authorization: Bearer</code>.
      </p>
      {keys.length > 0 && (
        <ul className="sessions">
          {keys.map((key) => (
            <Key key={key.id} record={key} timezone={timezone} />
          ))}
        </ul>
      )}
      <form method="post" className="fields no-print" noValidate>
        <TextField
          id="name-key"
          name="name"
          label="Name of the new key"
          hint="The system that uses it, such as ERP"
          autoComplete="off"
          defaultValue={typed.name?.[0] ?? ''}
          error={errors.name}
        />
        {asksPassword && <OwnPassword id="currentPassword-key" error={errors.currentPassword} />}
        <SubmitLine action="create-key">Create Key</SubmitLine>
      </form>
    </RecordCard>
  )
}

function Key({ record, timezone }: { record: ApiKeyRecord; timezone: string }) {
  const { id, name, beginning, createdBy, createdAt, lastUsedAt } = record
  const used = lastUsedAt ? `Last used ${longTime(lastUsedAt, timezone)}` : 'Not used yet'
  return (
    <li>
      <div>
        <strong>{name}</strong> <code>{`${beginning}…`}</code>
        <p className="hint">{`${used}. Created by ${createdBy} on ${longTime(createdAt, timezone)}.`}</p>
      </div>
      <form method="post" className="no-print">
        <input type="hidden" name="key" value={id} />
        <ActionButton name="revoke-key" about={name} variant="danger">
          Revoke
        </ActionButton>
      </form>
    </li>
  )
}
