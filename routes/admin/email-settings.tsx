import type { SubmissionResult } from '@conform-to/react'
import { discardJob, resendJob } from '#src/domain/jobs/resend.ts'
import { sendTestEmail } from '#src/domain/mailing/mailers.ts'
import { beginConnect, disconnectMicrosoft } from '#src/domain/mailing/microsoft.ts'
import { type EmailSettings, readSettings } from '#src/domain/mailing/settings.ts'
import { outboxStatus } from '#src/domain/mailing/status.ts'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import {
  emailSettingsSchema,
  queuedEmail,
  testEmailSchema,
} from '#src/forms/email-settings/email-settings.ts'
import { emailSettingsFields } from '#src/forms/email-settings/email-settings-fields.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { provedAdmin, saveMailSettings } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import {
  ConnectMicrosoft,
  CurrentStatus,
  MailQueue,
  TestEmail,
} from '#src/ui/admin/email-settings/MailCards.tsx'
import { SettingsForm } from '#src/ui/admin/email-settings/SettingsForm.tsx'
import { faultsOf, namedFaultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused, success } from '#src/ui/toasts/toast.ts'

export const title = 'Email Settings'

export const guard = pageNeeds('settings')

export const body = bodyLimits.directors

const path = '/admin/email-settings'

export function GET(c: Ctx) {
  const { done, microsoft } = c.req.query()
  const { configured, oauth365ReconnectNeeded } = readSettings(c.var.deps)
  const connected = configured.oauth365RefreshToken && !oauth365ReconnectNeeded
  // true of a reload or the way back, too
  const untrue = connected ? done === 'disconnected' : microsoft === 'connected'
  return settingsPage(c, { flash: untrue ? null : flash.get(done ?? `microsoft-${microsoft}`) })
}

const flash = new Map<string, Toast>([
  ['saved', adminToasts.settingsSaved],
  ['resend', success('The email is being sent again.')],
  ['discard', success('The email has been discarded.')],
  ['disconnected', success('Microsoft 365 is disconnected')],
  ['microsoft-connected', success('Microsoft 365 is connected')],
  ['microsoft-failed', refused('Microsoft 365 could not be connected. Please try again.')],
])

export const POST = actions(
  {
    async save(c, form) {
      const admin = requireAdmin(c, 'settings')
      await saveMailSettings(c, admin, checkForm(emailSettingsSchema, form))
      return `${path}?done=saved`
    },
    async test(c, form) {
      requireAdmin(c, 'settings')
      await limit(c, 'testMail')
      const { testEmail } = checkForm(testEmailSchema, form)
      const { ok, message, logs } = await sendTestEmail(c.var.deps, testEmail)
      const toast = ok ? adminToasts.testSent(testEmail) : adminToasts.testFailed(message)
      return settingsPage(c, { logs, flash: toast })
    },
    resend(c, form) {
      const { email } = checkForm(queuedEmail, form)
      resendJob(c.var.deps, requireAdmin(c, 'settings'), 'email', email)
      return `${path}?done=resend`
    },
    discard(c, form) {
      const { email } = checkForm(queuedEmail, form)
      discardJob(c.var.deps, requireAdmin(c, 'settings'), 'email', email)
      return `${path}?done=discard`
    },
    async connect(c, form) {
      const admin = await provedAdmin(c, form, 'settings')
      return settingsPage(c, { microsoft: beginConnect(c.var.deps, admin) })
    },
    disconnect(c) {
      disconnectMicrosoft(c.var.deps, requireAdmin(c, 'settings'))
      return `${path}?done=disconnected`
    },
  },
  failed,
)

function failed(c: Ctx, { action, form, status, message, notice, reply }: FailedPost) {
  if (status === 412) form.set('version', String(readSettings(c.var.deps).version))
  const toast = {
    save: adminToasts.settingsFailed(message),
    test: adminToasts.testFailed(message),
  }[action]
  return settingsPage(
    c,
    { refused: { action, lastResult: reply() }, flash: toast ?? (notice && refused(notice)) },
    status,
  )
}

type PageProps = {
  company: Company
  settings: EmailSettings
  outbox: ReturnType<typeof outboxStatus>
  refused: { action: string; lastResult?: SubmissionResult }
  logs: string[]
  microsoft: string | null
  timezone: string
  flash: Toast | null
}

export default function EmailSettingsPage({ company, settings, flash, ...props }: PageProps) {
  const { action, lastResult } = props.refused
  const state = (name: string) => (name === action ? { lastResult } : {})
  const [form, fields] = usePageForm('settings', emailSettingsSchema, {
    ...state('save'),
    defaultValue: Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, String(value)]),
    ),
  })
  const [test, testFields] = usePageForm('test-email', testEmailSchema, state('test'))
  const [connect, connectFields] = usePageForm('connect', ownPassword, state('connect'))
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <ErrorSummary
        faults={{
          ...namedFaultsOf(form, emailSettingsFields),
          ...faultsOf(test),
          ...faultsOf(connect),
        }}
      />
      <h1>Email Settings</h1>
      <p className="checking" id="loading" role="status" />
      <div className="cards cards-settings">
        <SettingsForm id={form.id} fields={fields} configured={settings.configured} />
        <div className="sections">
          <CurrentStatus settings={settings} />
          <TestEmail id={test.id} fields={testFields} logs={props.logs} />
          {settings.emailProvider === 'oauth365' && (
            <ConnectMicrosoft
              settings={settings}
              id={connect.id}
              fields={connectFields}
              address={props.microsoft}
            />
          )}
          <MailQueue outbox={props.outbox} timezone={props.timezone} />
        </div>
      </div>
      <Script name="in-place" />
      <Script name="email-settings" />
    </SettingsPage>
  )
}

type Shown = Partial<Omit<PageProps, 'flash'>> & { flash?: Toast | null | '' | undefined }

function settingsPage(c: Ctx, { flash, ...changes }: Shown, status = 200) {
  const { deps } = c.var
  const props = {
    settings: readSettings(deps),
    outbox: outboxStatus(deps),
    refused: { action: '' },
    logs: [],
    microsoft: null,
    timezone: deps.env.APP_TIMEZONE,
    flash: flash || null,
    ...changes,
  }
  return page(EmailSettingsPage, props, titled(title, status))
}
