import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'
import { settingsValues } from '#src/forms/email-settings/email-settings-values.ts'
import type { EmailSettingsRecord, OutboxRecord } from '#src/ui/admin/email-settings-record.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { CallError, replyOf } from '#src/ui/calls/call.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { useFocusOnErrors } from '#src/ui/fields/focus-errors.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast } from '#src/ui/toasts/toast.ts'
import { ConnectMicrosoft } from './email-settings/ConnectMicrosoft.tsx'
import { CurrentStatus } from './email-settings/CurrentStatus.tsx'
import { MailQueue } from './email-settings/MailQueue.tsx'
import { ProviderFields } from './email-settings/ProviderFields.tsx'
import { settingsCall } from './email-settings/settings-call.ts'
import { TestEmail, type TestResult } from './email-settings/TestEmail.tsx'

export type Props = {
  settings: EmailSettingsRecord
  /** The posted values after a refusal without scripts; else the saved ones. */
  typed: EmailSettingsRecord
  /** The version of the settings that the fields began with. */
  seen: number | null
  errors: Record<string, string>
  test: TestResult | null
  outbox: OutboxRecord
  /** Where "Connect Microsoft 365" leads without scripts, or why it was refused. */
  microsoft: { address: string | null; error: string }
  timezone: string
  /** The admin's password was given too long ago to change where mail goes. */
  asksPassword: boolean
}

/** Browsers offer to fill several passwords, so all but one are masked text boxes. */
const secretBoxes = '[type=password], [data-masked]'

/** Outgoing mail's settings: one form, its status, a test. */
export default function EmailSettings(given: Props) {
  const [settings, setSettings] = useState(given.settings)
  const [seen, setSeen] = useState(given.seen)
  const [errors, setErrors] = useState(given.errors)
  const [loading, setLoading] = useState(false)
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const asksPassword = given.asksPassword || errors.currentPassword !== undefined

  useFocusOnErrors(errors)

  const read = useCallback(async () => {
    setLoading(true)
    try {
      setSettings(await settingsCall<EmailSettingsRecord>('GET'))
    } catch {
      showToast(adminToasts.unreachable)
    } finally {
      setLoading(false)
    }
  }, [])
  useEffect(() => {
    read()
  }, [read])

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    setPending(true)
    try {
      const sent = new FormData(form)
      const currentPassword = sent.get('currentPassword') ?? undefined
      const values = { ...settingsValues(sent), version: seen, currentPassword }
      const { smtpPort, version } = await settingsCall<EmailSettingsRecord>('POST', '', values)
      setErrors({})
      setSeen(version)
      showToast(adminToasts.settingsSaved)
      for (const secret of form.querySelectorAll<HTMLInputElement>(secretBoxes)) secret.value = ''
      // text that was not a number has become 587
      const port = form.elements.namedItem('smtpPort')
      if (port instanceof HTMLInputElement) port.value = String(smtpPort)
      await read()
    } catch (failure) {
      const { message, errors: found = {} } = replyOf(failure)
      setErrors(found)
      if (failure instanceof CallError && failure.status === 412) setSeen(await newestVersion())
      showToast(
        failure instanceof CallError
          ? adminToasts.settingsFailed(message)
          : adminToasts.unreachable,
      )
    } finally {
      setPending(false)
    }
  }

  function disconnected(now: EmailSettingsRecord) {
    setSettings(now)
    setSeen(now.version)
    // it may say that Microsoft is connected
    document.getElementById('flash')?.remove()
    const expiry = form.current?.elements.namedItem('oauth365TokenExpiry')
    if (expiry instanceof HTMLInputElement) expiry.value = now.oauth365TokenExpiry
  }

  return (
    <>
      <p className="checking" role="status">
        {loading && 'Loading email settings...'}
      </p>
      <ErrorSummary faults={errors} />
      <div className="cards cards-settings">
        <form
          className="card settings"
          method="post"
          noValidate
          ref={form}
          onSubmit={save}
          aria-busy={loading}
        >
          <div className="card-head">
            <h2>Outgoing email</h2>
          </div>
          {seen !== null && <input type="hidden" name="version" value={seen} />}
          <div className="fields">
            <ProviderFields
              settings={{ ...given.typed, configured: settings.configured }}
              errors={errors}
            />
            {asksPassword && (
              <OwnPassword
                needed="Needed to change how email is sent,"
                id="currentPassword"
                error={errors.currentPassword}
              />
            )}
            <div className="actions">
              <Button
                type="submit"
                variant="primary"
                name="action"
                value="save"
                aria-disabled={pending}
              >
                {pending ? 'Saving...' : 'Save Settings'}
              </Button>
            </div>
          </div>
        </form>
        <div className="sections">
          <CurrentStatus settings={settings} />
          <TestEmail result={given.test} />
          {settings.emailProvider === 'oauth365' && (
            <ConnectMicrosoft
              {...given.microsoft}
              settings={settings}
              asksPassword={asksPassword}
              onDisconnect={disconnected}
            />
          )}
          <MailQueue outbox={given.outbox} timezone={given.timezone} />
        </div>
      </div>
    </>
  )
}

/** The fields say what is saved now, so the next save may replace it; without an answer it is refused again. */
const newestVersion = () =>
  settingsCall<EmailSettingsRecord>('GET').then(
    ({ version }) => version,
    () => -1,
  )
