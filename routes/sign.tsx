import type { ComponentProps } from 'react'
import SignApplication from '#islands/SignApplication.tsx'
import { authorize } from '#src/domain/applications/access.ts'
import {
  type Application,
  applicantAddress,
  directorsOf,
} from '#src/domain/applications/application.ts'
import {
  type Signing,
  signatureRequestOf,
  signingHere,
  signingsOf,
} from '#src/domain/applications/signing-access.ts'
import { dateIn, longInstant } from '#src/domain/calendar.ts'
import { answerSections, directorRows } from '#src/domain/documents/sheet-parts.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import {
  type Asked,
  askedByLink,
  changedSinceOpened,
  declineToSign,
  openSignatureLink,
  sendBack,
} from '#src/domain/signing/signer.ts'
import { numberedTerms } from '#src/domain/terms/parse.ts'
import { changedSince, termsInForce } from '#src/domain/terms/versions.ts'
import { changeLine } from '#src/forms/admin/history-words.ts'
import { errorsOnPage } from '#src/forms/registration/errors-on-page.ts'
import { withCookieMark } from '#src/forms/sign-in/cookie-mark.ts'
import { sendBackForm, signingForm } from '#src/forms/signing/signing-forms.ts'
import type { NumberedPart } from '#src/forms/terms/terms-parts.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, tokenPage } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { signAndSubmit } from '#src/http/requests/signing.ts'
import {
  renewSigningCookie,
  setSigningCookie,
  signerKeepsNoCookies,
  signerOf,
} from '#src/http/sessions/signing-cookie.ts'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { SignatureLink } from '#src/ui/signing/SignatureLink.tsx'
import styles from '#src/ui/styles/form.css?inline'
import { TermsText } from '#src/ui/terms/TermsText.tsx'

export const title = 'Sign an application'

export const body = bodyLimits.application

export { styles }

/**
 * `?token=` is the link of the email, whose page asks first. `?application=` names an application that this browser
 * has opened with a link.
 */
export function GET(c: Ctx) {
  const { token, application: id, ended } = c.req.query()
  if (ended === 'returned' || ended === 'declined') return nothingToSign(c, 200, ended)
  if (token !== undefined) return asked(c, token)
  const [newest] = signingsOf(c.var.deps, signerOf(c))
  const signing = id ? signingHere(c.var.deps, signerOf(c), id) : (newest ?? null)
  if (!signing) return nothingToSign(c)
  const { application } = signing
  if (signing.access === 'read') return c.redirect(success(application))
  return id ? signingPage(c, signing, {}) : c.redirect(pathOf(application))
}

export const POST = actions({ default: sign, open, 'send-back': back, decline }, showAgain)

/** The island reads its data again when the applicant has changed the application meanwhile. */
export const data = ({ signing }: PageProps) => signing

async function open(c: Ctx, form: URLSearchParams) {
  await limit(c, 'signing')
  const { deps } = c.var
  const opened = openSignatureLink(deps, signerOf(c), form.get('token') ?? '')
  setSigningCookie(c, opened.token)
  return withCookieMark(pathOf(opened.application), deps.now())
}

async function sign(c: Ctx, form: URLSearchParams) {
  await limit(c, 'submit')
  const actor = signerOf(c)
  const application = authorize(c.var.deps, actor, 'submit', form.get('application') ?? '')
  await signAndSubmit(c, actor, application, form)
  renewSigningCookie(c)
  return success(application)
}

async function back(c: Ctx, form: URLSearchParams) {
  await limit(c, 'signing')
  const { note } = checkForm(sendBackForm, form)
  sendBack(c.var.deps, signerOf(c), form.get('application') ?? '', note)
  return '/sign?ended=returned'
}

async function decline(c: Ctx, form: URLSearchParams) {
  await limit(c, 'signing')
  const token = form.get('token')
  const id = form.get('application') ?? ''
  declineToSign(c.var.deps, signerOf(c), token === null ? { id } : { token })
  return '/sign?ended=declined'
}

function showAgain(c: Ctx, post: FailedPost) {
  const { action, form, errors, notice, status } = post
  const signing = signingHere(c.var.deps, signerOf(c), form.get('application') ?? '')
  if (signing?.access === 'read') return success(signing.application)
  if (!signing) return nothingToSign(c)
  const onPage = action === 'send-back' ? errors : errorsOnPage(form, errors)
  const reply = replyTo(form, notice ? { '': notice } : onPage)
  const since = changedSince(c.var.deps, form.get('termsVersion'))
  return signingPage(c, signing, {
    status,
    ...(action === 'send-back' ? { returned: reply } : { signed: reply, since }),
  })
}

function asked(c: Ctx, token: string) {
  const found = askedByLink(c.var.deps, token)
  if (!found) return nothingToSign(c)
  const { application, request } = found
  if (signingHere(c.var.deps, signerOf(c), application.id)) return c.redirect(pathOf(application))
  return page(
    SignatureLink,
    { link: { token, ...whoAsks(c, { application, request }) } },
    { ...tokenPage, title },
  )
}

/** Answers the same for every reason, so that nobody learns what became of an application. */
const nothingToSign = (c: Ctx, status = 400, ended: 'returned' | 'declined' | null = null) =>
  page(
    SignatureLink,
    { link: { token: null, ended, keepsNoCookies: signerKeepsNoCookies(c) } },
    { ...tokenPage, title, status },
  )

function whoAsks(c: Ctx, { application, request }: Asked) {
  const { askedAt, name } = request
  return {
    name,
    business: application.businessName ?? '',
    askedBy: applicantAddress(application),
    askedAt: longInstant(c.var.deps.env.APP_TIMEZONE, askedAt),
  }
}

const pathOf = ({ id }: Application) => `/sign?application=${encodeURIComponent(id)}`

const success = ({ id }: Application) => `/success?id=${encodeURIComponent(id)}`

type Reply = ReturnType<typeof replyTo>

type Shown = { status?: number; signed?: Reply; returned?: Reply; since?: string | null }

function signingPage(c: Ctx, { application, openedIn }: Signing, shown: Shown) {
  const { deps } = c.var
  const request = signatureRequestOf(deps, application)
  if (!request) throw new Refusal('unknown', refusals.notToSign)
  const { id, version, businessName } = application
  const today = dateIn(deps.env.APP_TIMEZONE, deps.now())
  const terms = termsInForce(deps)
  const directors = directorRows(directorsOf(deps, application), null)
  const sections = answerSections({
    answers: application,
    directors,
    changed: new Set(),
    isSigned: true,
  })
  const props: PageProps = {
    asked: whoAsks(c, { application, request }),
    terms: { version: terms.version, parts: numberedTerms(terms.parts) },
    signing: {
      application: id,
      version,
      business: businessName ?? '',
      sections: sections.map(({ title, rows, directors = [] }) => ({
        title,
        rows: [
          ...rows.map(({ label, value }) => ({ label, value })),
          ...directors.map(({ name, position }, at) => ({
            label: `Director ${at + 1}`,
            value: [name, position].filter(Boolean).join(', '),
          })),
        ],
      })),
      changes: changedSinceOpened(deps, application, openedIn).map(changeLine),
      terms: { version: terms.version, ...(shown.since && { since: shown.since }) },
      sign: formState(signingForm, {
        values: { signerName: request.name, agreementDate: today },
        lastResult: shown.signed,
      }),
      sendBack: formState(sendBackForm, { lastResult: shown.returned }),
    },
  }
  return page(SigningPage, props, {
    title: shown.status ? `Error: ${title}` : title,
    ...(shown.status && { status: shown.status }),
  })
}

type PageProps = {
  asked: ReturnType<typeof whoAsks>
  terms: { version: string; parts: NumberedPart[] }
  signing: ComponentProps<typeof SignApplication>
}

export default function SigningPage({
  company,
  asked,
  terms,
  signing,
}: PageProps & { company: Company }) {
  return (
    <Layout company={company} width="form" nav={<HomeLink />} flash={null}>
      <PageHead title={`Sign the application of ${asked.business}`}>
        <strong>{asked.askedBy}</strong> has filled in an application for a trade account with{' '}
        {company.name} and asked you, {asked.name}, on {asked.askedAt} to sign it.
      </PageHead>
      <Island of={SignApplication} props={signing} />
      <details className="terms">
        <summary>{`Supplier terms, version ${terms.version}`}</summary>
        <TermsText parts={terms.parts} />
      </details>
    </Layout>
  )
}
