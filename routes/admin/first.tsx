import type { Next } from 'hono'
import SetPassword from '#islands/SetPassword.tsx'
import { Refusal } from '#src/domain/refusal.ts'
import { isFirstLink, makeFirstAdministrator } from '#src/domain/staff/first-administrator.ts'
import { firstAdministrator } from '#src/forms/admin/admin-forms.ts'
import { Island } from '#src/framework/island.tsx'
import { type Ctx, sourceOf } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { isFromConsole } from '#src/http/middleware/client-address.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, tokenPage } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { setAdminCookie, throughSignIn } from '#src/http/sessions/admin-session.ts'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { DeadAccountLink } from '#src/ui/sign-in/DeadAccountLink.tsx'
import type { SetPasswordProps } from '#src/ui/sign-in/set-password.ts'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'First Administrator'

export { styles }

export async function guard(c: Ctx, next: Next) {
  if (!isFromConsole(c)) return c.notFound()
  await next()
}

export const GET = (c: Ctx) => linkPage(c, c.req.query('token') ?? '')

export const POST = actions({ default: createAccount }, (c, refused) =>
  linkPage(c, refused.form.get('token') ?? '', refused),
)

async function createAccount(c: Ctx, form: URLSearchParams) {
  await limit(c, 'setPassword')
  if (!isFirstLink(c.var.deps, form.get('token') ?? '')) throw new Refusal('invalid', deadLink)
  const input = checkForm(firstAdministrator, form)
  setAdminCookie(c, await makeFirstAdministrator(c.var.deps, input, sourceOf(c)))
  return throughSignIn(c, '/admin/company')
}

const deadLink =
  'This link is invalid or has been used. Each start of the server prints a new one while there is no account.'

function linkPage(c: Ctx, token: string, refused: FailedPost | null = null) {
  if (!isFirstLink(c.var.deps, token))
    return page(
      FirstAdministrator,
      { link: refused?.message ?? deadLink },
      { ...tokenPage, ...titled(title, refused?.status ?? 400) },
    )
  const link: SetPasswordProps = {
    who: 'staff',
    token,
    username: '',
    asks: ['username', 'fullName', 'email'],
    button: 'Create Account',
    state: formState(firstAdministrator, { lastResult: refused?.reply('password') }),
  }
  return page(
    FirstAdministrator,
    { link },
    { ...tokenPage, ...titled(title, refused?.status ?? 200) },
  )
}

/** If the link does not work, `link` says why. */
type Props = { company: Company; link: SetPasswordProps | string }

export default function FirstAdministrator({ company, link }: Props) {
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />} flash={null}>
      {typeof link === 'string' ? (
        <DeadAccountLink title={title} why={link} />
      ) : (
        <>
          <PageHead title={title}>
            Create the first administrator account. You can invite colleagues later.
          </PageHead>
          <Island of={SetPassword} props={link} />
        </>
      )}
    </Layout>
  )
}
