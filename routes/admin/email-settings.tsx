import EmailSettings, { type Props as SettingsProps } from '#islands/EmailSettings.tsx'
import { hasFreshPassword } from '#src/domain/accounts/admin-sessions.ts'
import { beginConnect, disconnectMicrosoft } from '#src/domain/mailing/microsoft.ts'
import { readSettings } from '#src/domain/mailing/settings.ts'
import { outboxStatus } from '#src/domain/mailing/status.ts'
import { sendTestEmail } from '#src/domain/mailing/test-email.ts'
import { discardRow, resendRow } from '#src/domain/outbox/stuck-rows.ts'
import {
  outboxActionSchema,
  settingsVersion,
  testEmailSchema,
} from '#src/forms/email-settings/email-settings.ts'
import { settingsValues } from '#src/forms/email-settings/email-settings-values.ts'
import { Island, Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { askPassword, saveMailSettings } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/SettingsPage.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused, success } from '#src/ui/toasts/toast-kinds.ts'

export const title = 'Email Settings'

export const guard = pageNeeds('settings')

const path = '/admin/email-settings'

export function GET(c: Ctx) {
  const { done, microsoft } = c.req.query()
  const { configured, oauth365ReconnectNeeded } = readSettings(c.var.deps)
  const connected = configured.oauth365RefreshToken && !oauth365ReconnectNeeded
  // a reload, or the way back, must not say what is no longer so
  const untrue = connected ? done === 'disconnected' : microsoft === 'connected'
  return settingsPage(c, {}, untrue ? undefined : flash.get(done ?? `microsoft-${microsoft}`))
}

/** Saving, testing, the queue and connecting, without scripts. */
export const POST = actions(
  { save, test, resend, discard, connect, disconnect },
  failed,
  bodyLimits.directors,
)

async function save(c: Ctx, form: URLSearchParams) {
  const currentPassword = form.get('currentPassword') ?? undefined
  await saveMailSettings(c, requireAdmin(c, 'settings'), {
    ...settingsValues(form),
    version: form.get('version'),
    currentPassword,
  })
  return `${path}?done=saved`
}

async function test(c: Ctx, form: URLSearchParams) {
  requireAdmin(c, 'settings')
  await limit(c, 'testMail')
  const { testEmail } = checkForm(testEmailSchema, { testEmail: form.get('testEmail') ?? '' })
  const { ok, message, logs } = await sendTestEmail(c.var.deps, testEmail)
  const toast = ok ? adminToasts.testSent(testEmail) : adminToasts.testFailed(message)
  return settingsPage(c, { test: { address: testEmail, error: null, logs } }, toast)
}

function resend(c: Ctx, form: URLSearchParams) {
  resendRow(c.var.deps, requireAdmin(c, 'settings'), 'email', queued(form))
  return `${path}?done=resend`
}

function discard(c: Ctx, form: URLSearchParams) {
  discardRow(c.var.deps, requireAdmin(c, 'settings'), 'email', queued(form))
  return `${path}?done=discard`
}

const queued = (form: URLSearchParams) =>
  checkForm(outboxActionSchema, { id: form.get('email'), action: form.get('action') }).id

/** A form may lead nowhere but here, so the way to Microsoft comes back as a link. */
async function connect(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  await askPassword(c, admin, Object.fromEntries(form))
  const address = beginConnect(c.var.deps, admin)
  return settingsPage(c, { microsoft: { address, error: '' } })
}

function disconnect(c: Ctx) {
  disconnectMicrosoft(c.var.deps, requireAdmin(c, 'settings'))
  return `${path}?done=disconnected`
}

function failed(c: Ctx, { action, form, status, message, errors }: FailedPost) {
  if (action === 'test') {
    const test = { address: form.get('testEmail') ?? '', error: message, logs: [] }
    return settingsPage(c, { test }, adminToasts.testFailed(message), status)
  }
  if (action === 'connect')
    return settingsPage(c, { microsoft: { address: null, error: message } }, undefined, status)
  const toast = adminToasts.settingsFailed(message)
  if (action !== 'save') return settingsPage(c, {}, toast, status)
  const settings = readSettings(c.var.deps)
  // Secrets are not handed back, not even those that were just typed.
  const secrets = Object.fromEntries(Object.keys(settings.configured).map((name) => [name, '']))
  const typed = { ...settings, ...settingsValues(form), ...secrets } as typeof settings
  // only a stale save shows what is saved now; after any other refusal the next save must still find it out
  const { version: seen } = checkForm(settingsVersion, { version: form.get('version') })
  const given = status === 412 ? {} : { seen }
  return settingsPage(c, { typed, errors, ...given }, toast, status)
}

/** What the page says after an action without scripts. */
const flash = new Map<string, Toast>([
  ['saved', adminToasts.settingsSaved],
  ['resend', success('The email is being sent again.')],
  ['discard', success('The email has been discarded.')],
  ['disconnected', adminToasts.disconnected],
  ['microsoft-connected', success('Microsoft 365 is connected')],
  ['microsoft-failed', refused('Microsoft 365 could not be connected. Please try again.')],
])

type PageProps = { company: Company; settings: SettingsProps; flash: Toast | null }

export default function EmailSettingsPage({ company, settings, flash }: PageProps) {
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <h1>Email Settings</h1>
      <Island of={EmailSettings} props={settings} />
      <Script name="admin-frame" />
    </SettingsPage>
  )
}

function settingsPage(c: Ctx, given: Partial<SettingsProps>, toast?: Toast, status = 200) {
  const { deps } = c.var
  const settings = readSettings(deps)
  const props: SettingsProps = {
    settings,
    typed: settings,
    seen: settings.version,
    errors: {},
    test: null,
    outbox: outboxStatus(deps),
    microsoft: { address: null, error: '' },
    timezone: deps.env.APP_TIMEZONE,
    asksPassword: !hasFreshPassword(deps, requireAdmin(c, 'settings')),
    ...given,
  }
  return page(EmailSettingsPage, { settings: props, flash: toast ?? null }, titled(title, status))
}
