import { type SubmitEvent, useRef, useState } from 'react'
import { emailTexts } from '#src/forms/email-settings/email-settings-fields.ts'
import { CallError } from '#src/ui/calls/call.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast } from '#src/ui/toasts/toast.ts'
import { settingsCall } from './settings-call.ts'

export type TestResult = { address: string; error: string | null; logs: string[] }

/** Sends one email by the saved settings; the log of how it went opens by itself. */
export function TestEmail({ result }: { result: TestResult | null }) {
  const [error, setError] = useState(result?.error ?? null)
  const [logs, setLogs] = useState(result?.logs ?? [])
  const [open, setOpen] = useState(Boolean(result?.logs.length))
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const testEmail = String(new FormData(event.currentTarget).get('testEmail')).trim()
    setError(testEmail ? null : emailTexts.noTestEmail)
    if (!testEmail) return showToast(adminToasts.testFailed(emailTexts.noTestEmail))
    setPending(true)
    try {
      const answer = await settingsCall<{ logs?: string[] }>('POST', '/test', { testEmail })
      showToast(adminToasts.testSent(testEmail))
      form.current?.reset()
      show(answer.logs)
    } catch (failure) {
      if (!(failure instanceof CallError)) return showToast(adminToasts.unreachable)
      const reply: { message?: string; logs?: string[] } = failure.reply
      showToast(adminToasts.testFailed(reply.message))
      setError(failure.status === 400 ? (reply.message ?? null) : null)
      show(reply.logs)
    } finally {
      setPending(false)
    }
  }

  function show(lines: string[] = []) {
    setLogs(lines)
    setOpen(true)
  }

  return (
    <RecordCard id="test" title="Test Email">
      <form className="stack" method="post" noValidate onSubmit={send} ref={form}>
        <TextField
          id="testEmail"
          name="testEmail"
          type="email"
          label="Test email address"
          hint="Sent with the saved settings"
          defaultValue={result?.error ? result.address : ''}
          error={error ?? undefined}
          maxLength={254}
          autoComplete="email"
        />
        <Button type="submit" name="action" value="test" aria-disabled={pending}>
          {pending ? 'Sending...' : 'Send Test Email'}
        </Button>
      </form>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Verbose Logs</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a log that scrolls has to be in reach of the keyboard */}
        <pre className="log" role="log" tabIndex={0} aria-label="Verbose Logs">
          {logs.length > 0 ? logs.join('\n') : 'No logs yet'}
        </pre>
        {/* A form of its own, so that it clears without scripts too. */}
        <form
          className="actions"
          method="get"
          onSubmit={(event) => {
            event.preventDefault()
            setLogs([])
          }}
        >
          <Button small type="submit">
            Clear Logs
          </Button>
        </form>
      </details>
    </RecordCard>
  )
}
