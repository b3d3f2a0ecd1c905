import type { SubmissionResult } from '@conform-to/react'
import {
  checkProvider,
  readProvider,
  removeProvider,
  saveProvider,
} from '#src/domain/accounts/identity-settings.ts'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import { providerFields, providerSchema } from '#src/forms/sign-in/provider.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { askPassword, provedAdmin } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { ProviderForm } from '#src/ui/admin/ProviderForm.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { namedFaultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { failure, refused, success, type Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Sign-in'

export const guard = pageNeeds('settings')

const path = '/admin/sign-in'

export const GET = (c: Ctx) =>
  signInPage(c, { flash: flash.get(c.req.query('done') ?? '') ?? null })

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
  if (status === 412) form.set('version', String(readProvider(c.var.deps).version))
  const flash = notice ? refused(message) : null
  return signInPage(c, { refusedAction: action, lastResult: reply(), flash }, status)
}

type PageProps = {
  company: Company
  settings: ReturnType<typeof readProvider>
  refusedAction: string
  lastResult: SubmissionResult | undefined
  flash: Toast | null
}

export default function SignInSettings({ company, settings, flash, ...props }: PageProps) {
  const { refusedAction, lastResult } = props
  const isRemoval = refusedAction === 'remove'
  const [form, fields] = usePageForm('provider', providerSchema, {
    ...(!isRemoval && { lastResult }),
    defaultValue: {
      ...settings,
      version: String(settings.version),
      countsAsTwoFactors: String(settings.countsAsTwoFactors),
      isRequired: String(settings.isRequired),
    },
  })
  const [removal, removalFields] = usePageForm('remove', ownPassword, {
    ...(isRemoval && { lastResult }),
  })
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <ErrorSummary faults={namedFaultsOf(form, providerFields)} />
      <PageHead title="Sign-in">
        Your team can sign in with Microsoft Entra, or any other OpenID provider of your firm.
      </PageHead>
      <div className="cards cards-settings">
        <ProviderForm id={form.id} fields={fields} settings={settings} />
        <div className="sections">
          <RecordCard id="who" title="Who signs in how">
            <p>
              Each account is connected to one person at the provider: by its invitation, or under
              My account. Nobody is found by an email address, and no account makes itself.
            </p>
            <p>
              {`Emergency accounts, whose passwords always count: ${settings.emergency.join(', ') || 'none'}.`}
            </p>
            {settings.isSet && settings.unconnected.length > 0 && (
              <p>
                {`Not connected: ${settings.unconnected.join(', ')}. ${settings.isRequired ? 'They cannot sign in unless you make theirs an emergency account under Team.' : 'They could not sign in any more if you required the provider.'}`}
              </p>
            )}
          </RecordCard>
          {settings.isSet && (
            <RecordCard id="removal" title="Remove the provider">
              <form id={removal.id} method="post" className="stack" data-in-place="">
                <p>Everybody then signs in with a password. Who has none needs a link from Team.</p>
                <OwnPassword field={removalFields.currentPassword} />
                <div className="actions">
                  <Button small type="submit" name="action" value="remove" variant="danger">
                    Remove
                  </Button>
                </div>
              </form>
            </RecordCard>
          )}
        </div>
      </div>
      <Script name="in-place" />
    </SettingsPage>
  )
}

function signInPage(c: Ctx, changes: Partial<PageProps>, status = 200) {
  const props = {
    settings: readProvider(c.var.deps),
    refusedAction: '',
    lastResult: undefined,
    flash: null,
    ...changes,
  }
  return page(SignInSettings, props, titled(title, status))
}
