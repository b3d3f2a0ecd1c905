import type { FieldMetadata } from '@conform-to/react'
import { Button } from '#src/ui/fields/Button.tsx'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Props = { id: string; fields: { testEmail: FieldMetadata }; logs: string[] }

/** Sends one email by the saved settings, and shows the log of how it went. */
export const TestEmail = ({ id, fields, logs }: Props) => (
  <RecordCard id="test" title="Test Email">
    <form id={id} className="stack" method="post" noValidate>
      <TextField
        {...inputOf(fields.testEmail, 'email')}
        label="Test email address"
        hint="Sent with the saved settings"
        maxLength={254}
        autoComplete="email"
      />
      <Button type="submit" name="action" value="test" data-waiting="Sending...">
        Send Test Email
      </Button>
    </form>
    <details id="logs" open={logs.length > 0}>
      <summary>Verbose Logs</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a log that scrolls has to be in reach of the keyboard */}
      <pre className="log" role="log" tabIndex={0} aria-label="Verbose Logs">
        {logs.join('\n') || 'No logs yet'}
      </pre>
      {/* a form of its own, so that it clears without scripts too */}
      <form className="actions" method="get">
        <Button small type="submit">
          Clear Logs
        </Button>
      </form>
    </details>
  </RecordCard>
)
