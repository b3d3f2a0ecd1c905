import type { EmailSettings as Settings } from '#src/domain/mailing/settings.ts'
import type { outboxStatus } from '#src/domain/mailing/status.ts'
import { settingsCalls } from '#src/ui/admin/email-settings/calls.ts'
import {
  ConnectMicrosoft,
  CurrentStatus,
  MailQueue,
  TestEmail,
} from '#src/ui/admin/email-settings/MailCards.tsx'
import { SettingsForm, type SettingsState } from '#src/ui/admin/email-settings/SettingsForm.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { readCall, usePageData, useReading } from '#src/ui/forms/readings.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'

export type Props = {
  settings: Settings
  outbox: ReturnType<typeof outboxStatus>
  forms: {
    settings: SettingsState
    test: FormState<'testEmail'>
    connect: FormState<'currentPassword'>
    email: FormState<'email'>
  }
  /** The result of a test that was sent without scripts. */
  logs: string[]
  /** Microsoft's address, for a connection that is started without scripts. */
  microsoft: string | null
  timezone: string
}

export default function EmailSettings(props: Props) {
  const { forms, logs, microsoft, timezone } = props
  const [settings, readSettings, { isReading, show }] = useReading(props.settings, () =>
    readCall<Settings>(settingsCalls.save, adminToasts.settingsUnread, settingsCalls.init),
  )
  const [{ outbox }, readQueue] = usePageData(props, adminToasts.settingsUnread)
  const readAll = () => Promise.all([readSettings(), readQueue()])
  return (
    <>
      <p className="checking" role="status">
        {isReading && 'Loading email settings...'}
      </p>
      <div className="cards cards-settings">
        <div className="sections-tight">
          <SettingsForm
            settings={settings}
            state={forms.settings}
            onSaved={(saved) => {
              show(saved)
              return readAll()
            }}
            reread={readSettings}
          />
        </div>
        <div className="sections">
          <CurrentStatus settings={settings} />
          <TestEmail state={forms.test} logs={logs} onTried={readSettings} />
          {settings.emailProvider === 'oauth365' && (
            <ConnectMicrosoft
              settings={settings}
              state={forms.connect}
              address={microsoft}
              onChanged={readAll}
            />
          )}
          <MailQueue outbox={outbox} state={forms.email} timezone={timezone} refresh={readQueue} />
        </div>
      </div>
    </>
  )
}
