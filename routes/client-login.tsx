import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps } from 'react'
import ClientLogin from '#islands/ClientLogin.tsx'
import { moveOfToken } from '#src/domain/clients/client-links.ts'
import { confirmMove } from '#src/domain/portal/move-sign-in.ts'
import { withCookieMark } from '#src/forms/sign-in/cookie-mark.ts'
import { clientSignIn } from '#src/forms/sign-in/sign-in.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { formState } from '#src/http/form-state.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, tokenPage } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { checkFailed } from '#src/http/sessions/admin-session.ts'
import {
  clientKeepsNoCookies,
  clientOf,
  enterClient,
  leaveClient,
} from '#src/http/sessions/client-session.ts'
import { sayNext, takeFlash } from '#src/http/sessions/flash-cookie.ts'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { CheckFailed } from '#src/ui/sign-in/CheckFailed.tsx'
import { AddressLink } from '#src/ui/sign-in/EmailLinks.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Client Portal Login'

const portal = '/client-portal'

export { styles }
export const prerender = 'strangers'

export function GET(c: Ctx) {
  const { address } = c.req.query()
  if (address) {
    const move = moveOfToken(c.var.deps, address)
    return move ? addressLink({ token: address, email: move.email }) : invalidLink(null)
  }
  if (clientOf(c) && !checkFailed(c)) return c.redirect(nextOf(c), 303)
  if (clientKeepsNoCookies(c)) return signInPage(c, { flash: clientToasts.noCookies })
  return signInPage(c, { ...takeFlash(c), unchecked: checkFailed(c) })
}

/** Returns the portal, or the document that asked for the sign-in. Any other address is ignored. */
function nextOf(c: Ctx): string {
  const { opens = '' } = c.req.query()
  const isTheirs =
    /^\/api\/(applications\/[\w-]{1,40}\/pdf(\?version=\w{1,20})?|client\/files\/\d{1,9})$/.test(
      opens,
    )
  return isTheirs ? opens : portal
}

export const POST = actions({ default: signIn, 'confirm-address': confirmAddress }, failed)

async function signIn(c: Ctx, form: URLSearchParams) {
  await enterClient(c, checkForm(clientSignIn, form))
  sayNext(c, 'signedIn')
  return withCookieMark(pageFor(nextOf(c)), c.var.deps.now())
}

/**
 * Returns this page's address. With a session it leads to `next`, and a browser without cookies stays here and is told
 * why.
 */
const pageFor = (next: string) =>
  next === portal ? '/client-login' : `/client-login?${new URLSearchParams({ opens: next })}`

async function confirmAddress(c: Ctx, form: URLSearchParams) {
  await limit(c, 'setPassword')
  try {
    const { email } = confirmMove(c.var.deps, form.get('token') ?? '', c.var.address)
    leaveClient(c)
    sayNext(c, 'addressMoved', email)
    return '/client-login'
  } catch (error) {
    const { status, message } = failureOf(c, error)
    return invalidLink(status === 409 ? message : null)
  }
}

function failed(c: Ctx, { status, reply }: FailedPost) {
  return signInPage(c, { lastResult: reply('') }, status)
}

type Given = {
  lastResult?: SubmissionResult
  flash?: Toast | null
  address?: string
  unchecked?: boolean
}

function signInPage(c: Ctx, { lastResult, flash, address = '', unchecked }: Given, status = 200) {
  const next = nextOf(c)
  const state = formState(clientSignIn, { values: { email: address }, lastResult })
  const props = { flash, unchecked, signIn: { page: pageFor(next), next, state } }
  return page(ClientLoginPage, props, titled(title, status))
}

const addressLink = (
  props: { token: string; email: string },
  why: string | null = null,
  status = 200,
) => page(AddressLink, { ...props, why }, { ...tokenPage, title: 'Your sign-in address', status })

const invalidLink = (why: string | null) =>
  addressLink({ token: '', email: '' }, why, why ? 409 : 400)

type Props = {
  company: Company
  flash?: Toast | null | undefined
  /** Whether the portal's session check failed, so that the visitor may still be signed in. */
  unchecked?: boolean | undefined
  signIn: ComponentProps<typeof ClientLogin>
}

export default function ClientLoginPage({ company, flash, unchecked, signIn }: Props) {
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />} flash={flash ?? null}>
      <PageHead title="Client Portal Login">
        See where your application stands and keep your details up to date.
      </PageHead>
      {unchecked && <CheckFailed next="/client-portal" name="the portal" />}
      <div className="stack">
        <Island of={ClientLogin} props={signIn} />
        <p>
          No account yet? You get one when you apply:{' '}
          <a href="/client-form">Supplier/Client Registration Form</a>
        </p>
        <p>
          <a href="/">Back to Home</a>
        </p>
      </div>
    </Layout>
  )
}
