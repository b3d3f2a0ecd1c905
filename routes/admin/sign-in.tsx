import type { SubmissionResult } from '@conform-to/react'
import {
  checkProvider,
  readProvider,
  removeProvider,
  saveProvider,
} from '#src/domain/staff/identity-settings.ts'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import { providerFields, providerSchema } from '#src/forms/sign-in/provider.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, type ShownAgain, titled, usePageForm } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { askPassword, provedAdmin } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { FormHead, SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { ProviderForm } from '#src/ui/admin/ProviderForm.tsx'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { namedFaultsOf } from '#src/ui/fields/control.ts'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { failure, refused, success, type Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Sign-in'

export const guard = pageNeeds('settings')

const path = '/admin/sign-in'

export const GET = (c: Ctx) =>
  c.req.query('edit') === 'removal'
    ? removalPage({})
    : signInPage(c, { flash: flash.get(c.req.query('done') ?? '') ?? null })

const flash = new Map<string, Toast>([['removed', success('The provider has been removed')]])

export const POST = actions(
  {
    async save(c, form) {
      const admin = requireAdmin(c, 'settings')
      const input = checkForm(providerSchema, form)
      await askPassword(c, admin, input.currentPassword)
      await limit(c, 'testMail')
      saveProvider(c.var.deps, admin, input)
      const { ok, words } = await checkProvider(c.var.deps)
      return signInPage(c, {
        flash: ok ? success('Saved, and it answers', words) : failure('Saved, but unusable', words),
      })
    },
    async remove(c, form) {
      const admin = await provedAdmin(c, form, 'settings')
      removeProvider(c.var.deps, admin)
      return `${path}?done=removed`
    },
  },
  failed,
)

function failed(c: Ctx, { action, form, status, message, notice, reply }: FailedPost) {
  if (action === 'remove')
    return removalPage({ lastResult: reply(), flash: notice ? refused(message) : null, status })
  if (status === 412) form.set('version', String(readProvider(c.var.deps).version))
  const flash = notice ? refused(message) : null
  return signInPage(c, { lastResult: reply(), flash }, status)
}

export const typedAgain = (_: Ctx, form: URLSearchParams) =>
  form.get('action') === 'save'
    ? page(SignInSettings, { settings: null, lastResult: replyTo(form, {}), flash: null })
    : null

type PageProps = {
  company: Company
  /** `null` for a form that was sent without a session. */
  settings: ReturnType<typeof readProvider> | null
  lastResult: SubmissionResult | undefined
  flash: Toast | null
}

export default function SignInSettings({ company, settings, lastResult, flash }: PageProps) {
  const [form, fields] = usePageForm('provider', providerSchema, {
    lastResult,
    defaultValue: settings
      ? {
          ...settings,
          version: String(settings.version),
          countsAsTwoFactors: String(settings.countsAsTwoFactors),
          isRequired: String(settings.isRequired),
        }
      : {},
  })
  return (
    <SettingsPage
      current={path}
      company={company}
      flash={flash}
      lastResult={lastResult}
      faults={namedFaultsOf(form, providerFields)}
    >
      <PageHead title="Sign-in">
        Your team can sign in with Microsoft Entra, or with another OpenID provider of your company.
      </PageHead>
      <div className="cards cards-settings">
        <ProviderForm id={form.id} fields={fields} settings={settings} />
        {settings && <Who settings={settings} />}
      </div>
    </SettingsPage>
  )
}

const Who = ({ settings }: { settings: NonNullable<PageProps['settings']> }) => (
  <div className="sections">
    <RecordCard id="who" title="Who signs in how">
      <p>
        Each account is connected to one person at the provider: with its invitation, or under My
        account. Accounts are never matched by email address, and none is created automatically.
      </p>
      <p>
        {`Emergency accounts, whose passwords always work: ${settings.emergency.join(', ') || 'none'}.`}
      </p>
      {settings.isSet && settings.unconnected.length > 0 && (
        <p>
          {`Not connected: ${settings.unconnected.join(', ')}. ${settings.isRequired ? 'They cannot sign in unless you make theirs an emergency account under Team.' : 'If you required the provider, they could no longer sign in.'}`}
        </p>
      )}
    </RecordCard>
    {settings.isSet && (
      <RecordCard id="removal" title="Remove the provider">
        <p>{removalWords}</p>
        <div className="actions">
          <ButtonLink small href={`${path}?edit=removal`}>
            Remove
          </ButtonLink>
        </div>
      </RecordCard>
    )}
  </div>
)

const removalWords = 'Everybody then signs in with a password. Who has none needs a link from Team.'

const removalPage = ({ lastResult, flash = null, status = 200 }: ShownAgain) =>
  page(RemovalPage, { lastResult, flash }, titled('Remove the provider', status))

function RemovalPage({ company, lastResult, flash }: Omit<PageProps, 'settings'>) {
  const [form, fields] = usePageForm('remove', ownPassword, { lastResult })
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <FormHead title="Remove the provider" back={[path, 'Sign-in']} />
      <PostForm id={form.id} action={path} className="card fields">
        <p>{removalWords}</p>
        <OwnPassword field={fields.currentPassword} />
        <div className="actions">
          <Button type="submit" name="action" value="remove" variant="danger">
            Remove the Provider
          </Button>
        </div>
      </PostForm>
    </SettingsPage>
  )
}

function signInPage(c: Ctx, changes: Partial<PageProps>, status = 200) {
  const props = {
    settings: readProvider(c.var.deps),
    lastResult: undefined,
    flash: null,
    ...changes,
  }
  return page(SignInSettings, props, titled(title, status))
}
