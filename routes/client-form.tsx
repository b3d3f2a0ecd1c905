import type { SubmissionResult } from '@conform-to/react'
import RegistrationForm, {
  type Props as FormProps,
  type Reply,
} from '#islands/RegistrationForm.tsx'
import { type Application, signatureOnFile } from '#src/domain/applications/application.ts'
import { type BrowserDrafts, draftsOf } from '#src/domain/applications/draft-access.ts'
import {
  deleteLinkedDraft,
  emailDraftLink,
  linkedDraft,
  takeOverDraft,
} from '#src/domain/applications/draft-links.ts'
import {
  completeSections,
  deleteDraft,
  draftValues,
  sectionToOpen,
} from '#src/domain/applications/drafts.ts'
import type { Retry } from '#src/domain/applications/retries.ts'
import { whichDraft, withoutBlanks } from '#src/domain/applications/which-draft.ts'
import { dateIn, minutes } from '#src/domain/calendar.ts'
import { areEmailsSetUp } from '#src/domain/mailing/status.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { withdrawSignatureRequest } from '#src/domain/signing/requests.ts'
import { changedSince, versionInForce } from '#src/domain/terms/versions.ts'
import { fields } from '#src/forms/fields/fields.ts'
import { errorsOnPage } from '#src/forms/registration/errors-on-page.ts'
import type { Save } from '#src/forms/registration/save.ts'
import { type FormValues, sectionNumbers, sectionOf } from '#src/forms/registration/sections.ts'
import { withCookieMark } from '#src/forms/sign-in/cookie-mark.ts'
import { namedSigner } from '#src/forms/signing/signing-forms.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import {
  beginDraft,
  type OpenDraft,
  readPost,
  saveOrSubmitDraft,
  unfinished,
  withImageIfPossible,
} from '#src/http/requests/registration.ts'
import { askForSignature, shownRequest } from '#src/http/requests/signing.ts'
import {
  applicantKeepsNoCookies,
  applicantOf,
  draftToken,
  renewDraftCookie,
  setDraftCookie,
} from '#src/http/sessions/draft-cookie.ts'
import { sayNext, takeFlash } from '#src/http/sessions/flash-cookie.ts'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import { DraftLink } from '#src/ui/sign-in/EmailLinks.tsx'
import styles from '#src/ui/styles/form.css?inline'
import { toasts } from '#src/ui/toasts/texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Supplier/Client Registration Form'

export const body = bodyLimits.application

const last = sectionNumbers.length

export { styles }
export const prerender = 'strangers'

export function GET(c: Ctx) {
  const { resume, discard } = c.req.query()
  if (resume) return draftLink(c, 'resume', resume)
  if (discard) return draftLink(c, 'discard', discard)
  const browser = draftsFor(c)
  const messages = {
    sent: c.req.query('sent') !== undefined,
    flash: applicantKeepsNoCookies(c) ? toasts.cookieBlocked : takeFlash(c).flash,
  }
  if (!browser.open) return form(c, browser, {}, messages)
  // A page that was fetched ahead would lack later saves, so the browser fetches it at the click.
  if (c.req.header('sec-purpose')?.startsWith('prefetch')) return c.body(null, 403)
  const requested = Number(c.req.query('section'))
  const section = [1, 2, 3, 4, 5].includes(requested) ? requested : sectionToOpen(browser.open)
  return form(c, browser, { section }, messages)
}

export const POST = actions(
  { default: takeStep, 'start-again': startAgain, resume, discard },
  (c, { status, message, action }) =>
    action === 'resume' || action === 'discard'
      ? invalidLink(c)
      : form(c, draftsFor(c), { notice: message }, { status }),
)

/** Handles the posts of a page without scripts. docs/rules.md has the table of what a browser can have and send. */
async function takeStep(c: Ctx, posted: URLSearchParams) {
  const { deps } = c.var
  const actor = applicantOf(c)
  const browser = draftsFor(c)
  const id = posted.get('draft') ?? ''
  const draft = browser.open?.id === id ? browser.open : null
  const shown = {
    draftId: id,
    draftVersion: Number(posted.get('draftVersion')) || 0,
    terms: shownTerms(c, draft?.termsVersion ?? posted.get('termsVersion')),
    section: 1,
  }
  let current: OpenDraft | null = draft && { draft, actor }
  let lead = (path: string) => path
  try {
    const step = readPost(posted)
    const { kind, section } = step
    shown.section = section
    if (step.kind === 'show-again')
      return form(c, { ...browser, open: draft }, { ...shown, reply: replied(step.reply) })
    const spend = (usual: 'draft' | 'save') => limit(c, kind === 'submit' ? 'submit' : usual)
    const which = whichDraft(deps, browser, { id, save: step.save })
    let { save } = step
    switch (which.kind) {
      case 'other':
        throw notOpen()
      case 'sent':
        await spend('save')
        await saveOrSubmitDraft(c, { draft: which.application, actor }, save)
        return success(which.application)
      case 'new':
        if (kind === 'email-link') refuseWithoutAddress(save)
        await spend('draft')
        lead = (path) => withCookieMark(path, deps.now())
        current = await beginDraft(c, unfinished(save), retryOf(c, save), withImageIfPossible)
        break
      case 'mine':
        await spend('save')
        renewDraftCookie(c)
        if (!id) save = withoutBlanks(save)
        current = { draft: which.application, actor }
        current.draft = await saveOrSubmitDraft(c, current, unfinished(save), withImageIfPossible)
    }
    // The answers are stored by now, so a browser that is closed on the errors loses nothing.
    if (kind === 'email-link') {
      await limit(c, 'draftLink')
      await emailDraftLink(deps, current.actor, current.draft.id)
      return lead(`/client-form?section=${section}&sent`)
    }
    if (kind === 'ask-signer') {
      await limit(c, 'draftLink')
      const signer = checkForm(namedSigner, posted)
      await askForSignature(c, current.actor, current.draft.id, signer)
      return lead(`/client-form?section=${last}#asked`)
    }
    if (kind === 'sign-myself') {
      withdrawSignatureRequest(deps, current.actor, current.draft.id)
      return lead(`/client-form?section=${last}#signing`)
    }
    if (kind === 'save') return lead(`/client-form?section=${section}`)
    // A second click may find the draft submitted.
    if (current.draft.status === 'draft')
      await saveOrSubmitDraft(c, current, { ...save, draftVersion: current.draft.version })
    if (kind === 'submit') return success(current.draft)
    return lead(
      `/client-form?section=${kind === 'answers' ? `${last}#answers-${section}` : section + 1}`,
    )
  } catch (error) {
    // The draft may have been taken over by another browser since.
    const isGone = error instanceof Refusal && error.kind === 'unknown'
    return showAgain(c, posted, isGone ? notOpen() : error, shown, { draft, current })
  }
}

const notOpen = () => new Refusal('conflict', refusals.draftNotOpen)

function showAgain(
  c: Ctx,
  posted: URLSearchParams,
  error: unknown,
  shown: Pick<FormProps, 'draftId' | 'draftVersion' | 'terms' | 'section'>,
  { draft, current }: { draft: Application | null; current: OpenDraft | null },
) {
  const { status, notice, errors } = failureOf(c, error)
  const browser = draftsFor(c, current?.actor)
  const open = current && browser.open
  const onPage = errorsOnPage(posted, errors)
  const { termsVersion: changed, ...others } = onPage
  const first = Math.min(...Object.keys(onPage).map(sectionOf))
  const reply = replied(replyTo(posted, others))
  const isStale = status === 412
  // The page shows the newest answers, except in the section that was sent.
  if (isStale)
    for (const [name, value] of Object.entries(storedValues(c, open)))
      if (value?.length && sectionOf(name) !== shown.section) reply.typed[name] = value
  const showsLatest = isStale || open?.version !== draft?.version
  const changes = {
    ...shown,
    draftId: open?.id ?? shown.draftId,
    ...(showsLatest && { draftVersion: open?.version ?? 0 }),
    ...(changed && { terms: { ...shownTerms(c, posted.get('termsVersion')), error: changed } }),
    ...(!notice && { section: first }),
    reply,
    notice,
  }
  return form(c, { ...browser, open }, changes, { status })
}

function refuseWithoutAddress({ fields: { mainEmail } }: Save) {
  if (!mainEmail) throw refusalAt('mainEmail', 'invalid', fields.mainEmail.message ?? '')
}

/**
 * Returns the mark of a retry, because a double click posts twice before the browser has a cookie. A form without a main
 * address is never a retry: two people in one office may send nearly empty forms.
 */
function retryOf(c: Ctx, save: Save): Retry | null {
  const { address, agent } = applicantOf(c)
  const parts = [JSON.stringify(save), address, agent]
  return save.fields.mainEmail ? { parts, lasts: minutes(1), isDoubleClick: true } : null
}

const replied = ({ initialValue, error }: SubmissionResult): Reply => ({
  typed: Object.fromEntries(
    Object.entries(initialValue ?? {}).map(([name, value]) => [name, answerOf(value)]),
  ),
  error: (error ?? {}) as Reply['error'],
})

/** Reads a posted answer; '' replaces an object or a list that has no place in it. */
function answerOf(value: unknown): FormValues[string] {
  if (!Array.isArray(value)) return textOf(value)
  return value.map((item: string | Record<string, unknown> | undefined) =>
    typeof item === 'string'
      ? item
      : { name: textOf(item?.name), position: textOf(item?.position) },
  ) as FormValues[string]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const success = ({ id }: Application) => `/success?id=${encodeURIComponent(id)}`

/** Deletes the draft. A second click, or another tab that has sent it, gets the empty form too. */
function startAgain(c: Ctx, posted: URLSearchParams) {
  const id = posted.get('draft') ?? ''
  if (draftsFor(c).open?.id === id) deleteDraft(c.var.deps, applicantOf(c), id)
  return '/client-form?new'
}

function resume(c: Ctx, posted: URLSearchParams) {
  const { token } = takeOverDraft(
    c.var.deps,
    applicantOf(c),
    posted.get('token') ?? '',
    draftToken(c),
  )
  setDraftCookie(c, token)
  // The browser must not fill this draft with unsaved answers of another one.
  return withCookieMark('/client-form?new', c.var.deps.now())
}

function discard(c: Ctx, posted: URLSearchParams) {
  const wasHere = deleteLinkedDraft(c.var.deps, posted.get('token') ?? '', applicantOf(c))
  sayNext(c, 'draftDeleted')
  return wasHere ? '/client-form?new' : '/client-form'
}

function draftLink(c: Ctx, purpose: 'resume' | 'discard', token: string) {
  const draft = linkedDraft(c.var.deps, token, purpose === 'discard' ? 'delete' : 'resume')
  if (!draft) return invalidLink(c)
  const { open } = draftsFor(c)
  if (purpose === 'resume' && open?.id === draft.id) return c.redirect('/client-form')
  const headers = { 'Referrer-Policy': 'same-origin' }
  const props = { token, purpose, holdsDraft: open !== null }
  return page(DraftLink, props, { title: 'Your draft', headers })
}

function invalidLink(c: Ctx) {
  const props = { token: '', purpose: null, holdsDraft: draftsFor(c).open !== null }
  return page(DraftLink, props, { title: 'Your draft', status: 400 })
}

type PageProps = {
  company: Company
  form: Omit<FormProps, 'company'>
  sent: Toast | null
  flash: Toast | null
  /** The application that this browser has sent, if it has no newer draft. */
  sentBefore: string | null
}

export default function ClientForm({ company, form, sent, flash, sentBefore }: PageProps) {
  const { salesEmail, privacyUrl } = company
  return (
    <Layout company={company} width="form" nav={<HomeLink />} flash={sent ?? flash}>
      {sentBefore && (
        <div className="notice">
          <p>
            You have sent application <strong className="whole">{sentBefore}</strong>.{' '}
            <a href={`/success?id=${encodeURIComponent(sentBefore)}`}>View it</a>, or fill in the
            form below to start another.
          </p>
        </div>
      )}
      <Island
        of={RegistrationForm}
        props={{ ...form, company: { privacy: privacyOf(company), salesEmail, privacyUrl } }}
      />
    </Layout>
  )
}

const privacyOf = ({ name }: Company) =>
  `${name} uses your answers to decide on and manage your trade account. Next saves your answers on our server, where our staff can read them. Until you submit, we keep them for 30 days after your last change, and send one reminder after three. What you have not saved yet stays in this browser for up to 7 days. Please tell everyone you name here that you have given us their details.`

function form(
  c: Ctx,
  { open: draft, sent: [newestSent] }: BrowserDrafts,
  changes: Partial<FormProps>,
  { status, sent, flash = null }: { status?: number; sent?: boolean; flash?: Toast | null } = {},
) {
  const props: PageProps['form'] = {
    draftId: draft?.id ?? '',
    draftVersion: draft?.version ?? 0,
    values: storedValues(c, draft),
    reply: null,
    notice: null,
    section: 1,
    today: today(c),
    timezone: c.var.deps.env.APP_TIMEZONE,
    complete: draft ? completeSections(c.var.deps, draft) : [],
    reached: changes.section === last || (draft !== null && sectionToOpen(draft) === last),
    signatureOnFile: draft && signatureOnFile(c.var.deps, draft),
    terms: shownTerms(c, draft?.termsVersion ?? null),
    request: draft && shownRequest(c, draft),
    canAsk: areEmailsSetUp(c.var.deps),
    ...changes,
  }
  return page(
    ClientForm,
    {
      form: props,
      sent: sent && draft ? toasts.draftLinkSent(draft.mainEmail ?? undefined) : null,
      flash,
      sentBefore: draft ? null : (newestSent?.id ?? null),
    },
    status ? { status, title: `Error: ${title}` } : {},
  )
}

const storedValues = (c: Ctx, draft: Application | null): FormValues => ({
  accountType: 'credit',
  agreementDate: today(c),
  ...(draft && draftValues(c.var.deps, draft)),
})

const today = ({ var: { deps } }: Ctx) => dateIn(deps.env.APP_TIMEZONE, deps.now())

function shownTerms({ var: { deps } }: Ctx, earlier: string | null): FormProps['terms'] {
  const since = changedSince(deps, earlier)
  return { version: versionInForce(deps), ...(since !== null && { since }) }
}

const draftsFor = (c: Ctx, actor = applicantOf(c)) => draftsOf(c.var.deps, actor)
