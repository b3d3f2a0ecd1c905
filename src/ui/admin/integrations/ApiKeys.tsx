import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import type { listApiKeys } from '#src/domain/integrations/api-keys.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton, SubmitLine } from '#src/ui/fields/Button.tsx'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Props = {
  keys: ReturnType<typeof listApiKeys>
  made: [FormMetadata, Record<'name' | 'currentPassword', FieldMetadata>]
  timezone: string
}

export function ApiKeys({ keys, made: [form, fields], timezone }: Props) {
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
      <form id={form.id} method="post" className="fields no-print" noValidate data-in-place="">
        <TextField
          {...inputOf(fields.name)}
          label="Name of the new key"
          hint="The system that uses it, such as ERP"
          autoComplete="off"
        />
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="create-key">Create Key</SubmitLine>
      </form>
    </RecordCard>
  )
}

function Key({ record, timezone }: { record: Props['keys'][number]; timezone: string }) {
  const { id, name, beginning, createdBy, createdAt, lastUsedAt } = record
  const used = lastUsedAt ? `Last used ${longTime(lastUsedAt, timezone)}` : 'Not used yet'
  return (
    <li>
      <div>
        <strong>{name}</strong> <code>{`${beginning}…`}</code>
        <p className="hint">{`${used}. Created by ${createdBy} on ${longTime(createdAt, timezone)}.`}</p>
      </div>
      <form method="post" className="no-print" data-in-place="">
        <input type="hidden" name="key" value={id} />
        <ActionButton name="revoke-key" about={name} variant="danger">
          Revoke
        </ActionButton>
      </form>
    </li>
  )
}
