import type { SubmissionResult } from '@conform-to/react'
import { moveOfToken } from '#src/domain/accounts/client-links.ts'
import { confirmMove } from '#src/domain/portal/move-sign-in.ts'
import { clientSignIn, signInTexts } from '#src/forms/sign-in/sign-in.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { checkFailed } from '#src/http/sessions/admin-session.ts'
import { clientOf, enterClient, leaveClient } from '#src/http/sessions/client-session.ts'
import { sayNext, takeFlash } from '#src/http/sessions/flash-cookie.ts'
import { CallForm } from '#src/ui/fields/CallForm.tsx'
import { faultsOf, inputOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { PasswordField } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { CheckFailed } from '#src/ui/sign-in/CheckFailed.tsx'
import { EmailField } from '#src/ui/sign-in/EmailField.tsx'
import { AddressLink } from '#src/ui/sign-in/EmailLinks.tsx'
import { LoginLine } from '#src/ui/sign-in/ForgotPassword.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { Flash } from '#src/ui/toasts/Flash.tsx'
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
  return page(ClientLogin, {
    ...takeFlash(c),
    unchecked: checkFailed(c),
    next: nextOf(c),
  })
}

/** The portal, or the document that asked for the sign-in: no other address is believed. */
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
  return nextOf(c)
}

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
  const props = { lastResult: reply(''), next: nextOf(c) }
  return page(ClientLogin, props, titled(title, status))
}

const addressLink = (
  props: { token: string; email: string },
  why: string | null = null,
  status = 200,
) =>
  page(
    AddressLink,
    { ...props, why },
    { title: 'Your sign-in address', headers: { 'Referrer-Policy': 'same-origin' }, status },
  )

const invalidLink = (why: string | null) =>
  addressLink({ token: '', email: '' }, why, why ? 409 : 400)

type Props = {
  company: Company
  lastResult?: SubmissionResult
  flash?: Toast | null
  address?: string
  /** The portal's session check failed, and the visitor may still be signed in. */
  unchecked?: boolean
  next?: string
}

export default function ClientLogin(props: Props) {
  const { company, lastResult, flash, address, unchecked, next = portal } = props
  const defaultValue = { email: address }
  const [form, fields] = usePageForm('sign-in', clientSignIn, { lastResult, defaultValue })
  const mark = form.errors && { 'aria-invalid': true }
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />}>
      <Flash toast={flash} />
      <PageHead title="Client Portal Login">
        See where your application stands and keep your details up to date.
      </PageHead>
      {unchecked && <CheckFailed next="/client-portal" name="the portal" />}
      <div className="stack">
        <CallForm
          id={form.id}
          action={
            next === portal ? '/client-login' : `/client-login?opens=${encodeURIComponent(next)}`
          }
          call="/api/client/login"
          next={next}
          done={clientToasts.signedIn}
          failed={clientToasts.signInFailed}
          unreachable={clientToasts.signInUnreachable}
        >
          <ErrorSummary faults={faultsOf(form, fields.email)} />
          <EmailField field={fields.email} says={signInTexts.email} {...mark} />
          <PasswordField
            {...inputOf(fields.password, 'password')}
            {...mark}
            label="Password"
            autoComplete="current-password"
            data-says={signInTexts.password}
          />
          <LoginLine forgot="/client/forgot-password" />
        </CallForm>
        <p>
          No account yet? You get one when you apply:{' '}
          <a href="/client-form">Supplier/Client Registration Form</a>
        </p>
        <p>
          <a href="/">Back to Home</a>
        </p>
      </div>
      <Script name="call-form" />
    </Layout>
  )
}
