import EmailSettings, { type Props as SettingsProps } from '#islands/EmailSettings.tsx'
import { hasFreshPassword } from '#src/domain/accounts/admin-sessions.ts'
import type { Admin } from '#src/domain/actor.ts'
import { beginConnect, disconnectMicrosoft } from '#src/domain/mailing/microsoft.ts'
import { readSettings } from '#src/domain/mailing/settings.ts'
import { discardEmail, outboxStatus, resendEmail } from '#src/domain/mailing/status.ts'
import { sendTestEmail } from '#src/domain/mailing/test-email.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { outboxActionSchema, testEmailSchema } from '#src/forms/email-settings/email-settings.ts'
import { settingsValues } from '#src/forms/email-settings/email-settings-values.ts'
import { Island, Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { describeError } from '#src/http/errors.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page } from '#src/http/page.ts'
import { bodyLimits, readForm } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { askPassword, saveMailSettings } from '#src/http/requests/mail-settings-save.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { AdminPage } from '#src/ui/admin/AdminPage.tsx'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Email Settings'

type Given = { settings?: Partial<SettingsProps>; flash?: Toast | undefined; status?: number }

export function GET(c: Ctx) {
  requireAdmin(c)
  const { done, microsoft } = c.req.query()
  const { configured, oauth365ReconnectNeeded } = readSettings(c.var.deps)
  const connected = configured.oauth365RefreshToken && !oauth365ReconnectNeeded
  // a reload, or the way back, must not say what is no longer so
  const untrue = connected ? done === 'disconnected' : microsoft === 'connected'
  return drawn(c, { flash: untrue ? undefined : flash.get(done ?? `microsoft-${microsoft}`) })
}

/** Saving, testing, the queue and connecting, without scripts. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c)
  const form = await readForm(c, bodyLimits.directors)
  const deed = deeds.get(form.get('deed') ?? '') ?? save
  const answer = await deed(c, admin, form)
  return answer instanceof Response ? answer : drawn(c, answer)
}

type Deed = (c: Ctx, admin: Admin, form: URLSearchParams) => Promise<Given | Response>

/** A Map, so that a posted "constructor" finds no action. */
const deeds = new Map<string, Deed>([
  ['test', test],
  ['queue', queue],
  ['connect', connect],
  ['disconnect', disconnect],
])

async function save(c: Ctx, admin: Admin, form: URLSearchParams): Promise<Given | Response> {
  const values = settingsValues(form)
  try {
    const currentPassword = form.get('currentPassword') ?? undefined
    await saveMailSettings(c, admin, { ...values, currentPassword })
    return c.redirect('/admin/email-settings?done=saved', 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const settings = readSettings(c.var.deps)
    // Secrets are not handed back, not even those that were just typed.
    const typed = { ...settings, ...values, ...blankSecrets(settings) } as typeof settings
    return {
      settings: { typed, errors: error.details.errors ?? {} },
      flash: adminToasts.settingsFailed(error.message),
      status: describeError(error).status,
    }
  }
}

async function test(c: Ctx, _: Admin, form: URLSearchParams): Promise<Given> {
  const address = form.get('testEmail') ?? ''
  try {
    await limit(c, 'testMail')
    const { testEmail } = checkForm(testEmailSchema, { testEmail: address })
    const { ok, message, logs } = await sendTestEmail(c.var.deps, testEmail)
    return {
      settings: { test: { address, error: null, logs } },
      flash: ok ? adminToasts.testSent(testEmail) : adminToasts.testFailed(message),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      settings: { test: { address, error: error.message, logs: [] } },
      flash: adminToasts.testFailed(error.message),
      status: describeError(error).status,
    }
  }
}

async function queue(c: Ctx, admin: Admin, form: URLSearchParams): Promise<Given | Response> {
  const given = { id: form.get('email'), action: form.get('action') }
  const { id, action } = checkForm(outboxActionSchema, given)
  const act = action === 'resend' ? resendEmail : discardEmail
  act(c.var.deps, admin, id)
  return c.redirect(`/admin/email-settings?done=${action}`, 303)
}

/** A form may lead nowhere but here, so the way to Microsoft comes back as a link. */
async function connect(c: Ctx, admin: Admin, form: URLSearchParams): Promise<Given> {
  try {
    await askPassword(c, admin, Object.fromEntries(form))
    return {
      settings: { microsoft: { address: beginConnect(c.var.deps, admin), error: '' } },
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      settings: { microsoft: { address: null, error: error.message } },
      status: describeError(error).status,
    }
  }
}

async function disconnect(c: Ctx, admin: Admin): Promise<Response> {
  disconnectMicrosoft(c.var.deps, admin)
  return c.redirect('/admin/email-settings?done=disconnected', 303)
}

/** What the page says after an action without scripts. */
const flash = new Map<string, Toast>([
  ['saved', adminToasts.settingsSaved],
  ['resend', { kind: 'success', title: 'The email is being sent again.' }],
  ['discard', { kind: 'success', title: 'The email has been discarded.' }],
  ['disconnected', adminToasts.disconnected],
  ['microsoft-connected', { kind: 'success', title: 'Microsoft 365 is connected' }],
  [
    'microsoft-failed',
    {
      kind: 'error',
      title: 'Error',
      text: 'Microsoft 365 could not be connected. Please try again.',
    },
  ],
])

type PageProps = { company: Company; settings: SettingsProps; flash: Toast | null }

export default function EmailSettingsPage({ company, settings, flash }: PageProps) {
  return (
    <AdminPage
      company={company}
      flash={flash}
      nav={
        <ButtonLink variant="ghost" href="/admin/dashboard">
          Back to Dashboard
        </ButtonLink>
      }
    >
      <h1>Email Settings</h1>
      <Island of={EmailSettings} props={settings} />
      <Script name="admin-frame" />
    </AdminPage>
  )
}

function drawn(c: Ctx, { settings: given, flash: toast, status = 200 }: Given) {
  const { deps } = c.var
  const settings = readSettings(deps)
  const props: SettingsProps = {
    settings,
    typed: settings,
    errors: {},
    test: null,
    outbox: outboxStatus(deps),
    microsoft: { address: null, error: '' },
    timezone: deps.env.APP_TIMEZONE,
    asksPassword: !hasFreshPassword(deps, requireAdmin(c)),
    ...given,
  }
  const options = status === 200 ? {} : { status, title: `Error: ${title}` }
  return page(EmailSettingsPage, { settings: props, flash: toast ?? null }, options)
}

const blankSecrets = ({ configured }: { configured: object }) =>
  Object.fromEntries(Object.keys(configured).map((name) => [name, '']))
