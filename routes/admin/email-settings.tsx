import type { SubmissionResult } from '@conform-to/react'
import EmailSettings, { type Props } from '#islands/EmailSettings.tsx'
import { discardJob, resendJob } from '#src/domain/jobs/resend.ts'
import { sendTestEmail } from '#src/domain/mailing/mailers.ts'
import { beginConnect, disconnectMicrosoft } from '#src/domain/mailing/microsoft.ts'
import {
  blankSettings,
  readSettings,
  type EmailSettings as Settings,
} from '#src/domain/mailing/settings.ts'
import { outboxStatus } from '#src/domain/mailing/status.ts'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import {
  emailSettingsSchema,
  queuedEmail,
  testEmailSchema,
} from '#src/forms/email-settings/email-settings.ts'
import { emailSettingsFields } from '#src/forms/email-settings/email-settings-fields.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { provedAdmin, saveMailSettings } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { TestEmail } from '#src/ui/admin/email-settings/MailCards.tsx'
import { SettingsForm, type SettingsState } from '#src/ui/admin/email-settings/SettingsForm.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
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
  // The page may be a reload, or reached with Back.
  const untrue = connected ? done === 'disconnected' : microsoft === 'connected'
  return settingsPage(c, { flash: untrue ? null : flash.get(done ?? `microsoft-${microsoft}`) })
}

const switches = Object.entries(emailSettingsFields)
  .filter(([, { control }]) => control === 'check')
  .map(([name]) => name)

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
      // A box that is not ticked is not in the form.
      for (const name of switches) if (!form.has(name)) form.set(name, 'false')
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
  flash,
)

function failed(c: Ctx, { action, status, message, notice, reply }: FailedPost) {
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

export function typedAgain(_: Ctx, form: URLSearchParams) {
  const action = form.get('action')
  if (action !== 'save' && action !== 'test') return null
  const lastResult = replyTo(form, {})
  return action === 'save'
    ? page(TypedPage, {
        settings: { ...blankSettings(), version: Number(form.get('version')) },
        state: formState(emailSettingsSchema, { lastResult }),
      })
    : page(TypedTestPage, { state: formState(testEmailSchema, { lastResult }) })
}

type TypedPageProps = { company: Company; settings: Settings; state: SettingsState }

const TypedPage = ({ company, settings, state }: TypedPageProps) => (
  <SettingsPage current={path} company={company} flash={null}>
    <h1>{title}</h1>
    <SettingsForm {...{ settings, state }} onSaved={never} reread={never} />
  </SettingsPage>
)

type TypedTestProps = { company: Company; state: FormState<'testEmail'> }

const TypedTestPage = ({ company, state }: TypedTestProps) => (
  <SettingsPage current={path} company={company} flash={null}>
    <h1>{title}</h1>
    <TestEmail state={state} logs={[]} onTried={never} />
  </SettingsPage>
)

/** The page is not an island, so its form posts. */
const never = () => Promise.reject(new Error('Nothing runs here in the browser'))

type PageProps = { company: Company; island: Props; flash: Toast | null }

export default function EmailSettingsPage({ company, island, flash }: PageProps) {
  const confirmsWith = company.provider
  const { settings, connect, ...others } = island.forms
  const forms = {
    ...others,
    settings: { ...settings, confirmsWith },
    connect: { ...connect, confirmsWith },
  }
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <h1>Email Settings</h1>
      <Island of={EmailSettings} props={{ ...island, forms }} />
    </SettingsPage>
  )
}

export const data = ({ island }: PageProps) => island

type Shown = {
  refused?: { action: string; lastResult: SubmissionResult }
  logs?: string[]
  microsoft?: string | null
  flash?: Toast | null | '' | undefined
}

function settingsPage(
  c: Ctx,
  { refused, logs = [], microsoft = null, flash }: Shown,
  status = 200,
) {
  const { deps } = c.var
  const resultOf = (action: string) => ({
    lastResult: refused?.action === action ? refused.lastResult : null,
  })
  const island: Props = {
    settings: readSettings(deps),
    outbox: outboxStatus(deps),
    forms: {
      settings: formState(emailSettingsSchema, resultOf('save')),
      test: formState(testEmailSchema, resultOf('test')),
      connect: formState(ownPassword, resultOf('connect')),
      email: formState(queuedEmail),
    },
    logs,
    microsoft,
    timezone: deps.env.APP_TIMEZONE,
  }
  return page(EmailSettingsPage, { island, flash: flash || null }, titled(title, status))
}
