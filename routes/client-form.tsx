import type { SubmissionResult } from '@conform-to/react'
import RegistrationForm, {
  type Props as FormProps,
  type Reply,
} from '#islands/RegistrationForm.tsx'
import { type Application, signatureOnFile } from '#src/domain/applications/application.ts'
import {
  type DraftsOfBrowser,
  draftsOf,
  forgetMoved,
} from '#src/domain/applications/draft-access.ts'
import {
  deleteLinkedDraft,
  emailDraftLink,
  emailMovedDraftLink,
  linkedDraft,
  takeOverDraft,
} from '#src/domain/applications/draft-links.ts'
import { draftMeant } from '#src/domain/applications/draft-meant.ts'
import {
  completeSections,
  deleteDraft,
  draftValues,
  type Retry,
  sectionToOpen,
} from '#src/domain/applications/drafts.ts'
import { dateIn, minutes } from '#src/domain/calendar.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { changedSince, versionInForce } from '#src/domain/terms/versions.ts'
import { errorsOnPage } from '#src/forms/registration/errors-on-page.ts'
import type { Save } from '#src/forms/registration/save.ts'
import { type FormValues, sectionNumbers, sectionOf } from '#src/forms/registration/sections.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { replyTo } from '#src/http/requests/form-request.ts'
import { type Held, keepDraft, readPost, startDraft } from '#src/http/requests/registration.ts'
import {
  applicantOf,
  draftToken,
  renewDraftCookie,
  setDraftCookie,
} from '#src/http/sessions/draft-cookie.ts'
import { sayNext, takeFlash } from '#src/http/sessions/flash-cookie.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import { DraftLink } from '#src/ui/sign-in/EmailLinks.tsx'
import styles from '#src/ui/styles/form.css?inline'
import { Flash } from '#src/ui/toasts/Flash.tsx'
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
  const drafts = draftsFor(c)
  const { open } = drafts
  const said = { sent: c.req.query('sent') !== undefined, flash: takeFlash(c).flash }
  if (!open) return form(c, drafts, {}, said)
  // fetched ahead it would lack later saves, so the browser fetches it at the click
  if (c.req.header('sec-purpose')?.startsWith('prefetch')) return c.body(null, 403)
  const requested = Number(c.req.query('section'))
  const section = [1, 2, 3, 4, 5].includes(requested) ? requested : sectionToOpen(open)
  return form(c, drafts, { section }, said)
}

export const POST = actions(
  { default: takeStep, 'start-again': startAgain, 'get-back': getBack, resume, discard },
  (c, { status, message, action }) =>
    action === 'resume' || action === 'discard'
      ? invalidLink(c)
      : form(c, draftsFor(c), { notice: message }, { status }),
)

async function takeStep(c: Ctx, posted: URLSearchParams) {
  const draftId = posted.get('draft') ?? ''
  const drafts = draftsFor(c, draftId)
  const draft = drafts.open?.id === draftId ? drafts.open : null
  const shown = {
    draftId,
    draftVersion: Number(posted.get('draftVersion')) || 0,
    terms: shownTerms(c, draft?.termsVersion ?? posted.get('termsVersion')),
    section: 1,
  }
  const actor = applicantOf(c)
  let held: Held | null = draft && { draft, actor }
  try {
    const step = readPost(posted)
    const { kind, section } = step
    shown.section = section
    if (step.kind === 'show-again')
      return form(c, { ...drafts, open: draft }, { ...shown, reply: replied(step.reply) })
    const { meant, save } = draftMeant(c.var.deps, drafts, draftId, step.save)
    await limit(c, kind === 'submit' ? 'submit' : drafts.open ? 'save' : 'draft')
    if (meant && meant.status !== 'draft') {
      await keepDraft(c, { draft: meant, actor }, save)
      return success(meant)
    }
    if (meant) renewDraftCookie(c)
    // stored whatever the check says: a browser closed on the errors has lost nothing
    held = meant ? { draft: meant, actor } : await startOrStore(c, save)
    if (kind === 'email-link') {
      if (meant) await keepDraft(c, held, save, true)
      await limit(c, 'draftLink')
      await emailDraftLink(c.var.deps, held.actor, held.draft.id)
      return `/client-form?section=${section}&sent`
    }
    // a second click, after the submit
    if (held.draft.status === 'draft') await keepOrStore(c, held, save)
    if (kind === 'submit') return success(held.draft)
    return `/client-form?section=${kind === 'answers' ? `${last}#answers-${section}` : section + 1}`
  } catch (error) {
    return showAgain(c, posted, error, shown, { draft, held })
  }
}

function showAgain(
  c: Ctx,
  posted: URLSearchParams,
  error: unknown,
  shown: Pick<FormProps, 'draftId' | 'draftVersion' | 'terms' | 'section'>,
  { draft, held }: { draft: Application | null; held: Held | null },
) {
  const { status, notice, errors } = failureOf(c, error)
  const drafts = draftsFor(c, shown.draftId, held?.actor)
  const open = held && drafts.open
  const onPage = errorsOnPage(posted, errors)
  const { termsVersion: changed, ...others } = onPage
  const first = Math.min(...Object.keys(onPage).map(sectionOf))
  const reply = replied(replyTo(posted, others))
  const isStale = status === 412
  // the latest answers, but for the section that was sent
  if (isStale)
    for (const [name, value] of Object.entries(storedValues(c, open)))
      if (value?.length && sectionOf(name) !== shown.section) reply.typed[name] = value
  const showsLatest = isStale || open?.version !== draft?.version
  // the next press begins another
  const isOver =
    drafts.named?.access === 'read' || (error instanceof Refusal && error.details.code === 'ended')
  const changes = {
    ...shown,
    draftId: open?.id ?? (isOver ? '' : shown.draftId),
    ...(showsLatest && { draftVersion: open?.version ?? 0 }),
    ...(changed && { terms: { ...shownTerms(c, posted.get('termsVersion')), error: changed } }),
    ...(!notice && { section: first }),
    reply,
    notice,
  }
  return form(c, { ...drafts, open }, changes, { status })
}

async function startOrStore(c: Ctx, save: Save): Promise<Held> {
  const retry = retryOf(c, save)
  // a submit posts the fields of all sections, blank ones too
  const begun = save.section === null || save.submits ? { ...save, percent: 0 } : save
  try {
    return await startDraft(c, begun, retry)
  } catch (error) {
    if (!isStorable(error)) throw error
    return startDraft(c, save, retry, true)
  }
}

/** Stores even what is refused. */
async function keepOrStore(c: Ctx, held: Held, save: Save) {
  try {
    await keepDraft(c, held, save)
  } catch (error) {
    if (isStorable(error)) await keepDraft(c, held, save, true)
    throw error
  }
}

const isStorable = (error: unknown) => error instanceof Refusal && error.details.code !== 'taken'

/**
 * A double click posts twice before the browser has a cookie. Without a main address it is no retry: two people in one
 * office may send nearly empty forms.
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

/** Blank in the place of an object or a list. */
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

function startAgain(c: Ctx, posted: URLSearchParams) {
  const id = posted.get('draft') ?? ''
  const actor = applicantOf(c)
  const { open, named } = draftsFor(c, id)
  if (!id && open) throw new Refusal('conflict', refusals.otherDraftStays)
  if (named?.access === 'moved') throw new Refusal('conflict', refusals.draftMoved)
  if (named) deleteDraft(c.var.deps, actor, id)
  else if (actor.tokenHash) forgetMoved(c.var.deps, actor.tokenHash)
  return '/client-form?new'
}

async function getBack(c: Ctx) {
  await limit(c, 'draftLink')
  await emailMovedDraftLink(c.var.deps, applicantOf(c))
  return '/client-form?sent'
}

function resume(c: Ctx, posted: URLSearchParams) {
  const { token } = takeOverDraft(
    c.var.deps,
    applicantOf(c),
    posted.get('token') ?? '',
    draftToken(c),
  )
  setDraftCookie(c, token)
  // what this browser keeps of another draft is not typed into this one
  return '/client-form?new'
}

function discard(c: Ctx, posted: URLSearchParams) {
  const wasHere = deleteLinkedDraft(c.var.deps, posted.get('token') ?? '', applicantOf(c))
  sayNext(c, 'draftDeleted')
  return wasHere ? '/client-form?new' : '/client-form'
}

function draftLink(c: Ctx, purpose: 'resume' | 'discard', token: string) {
  const draft = linkedDraft(c.var.deps, token, purpose === 'discard' ? 'delete' : 'resume')
  if (!draft) return invalidLink(c)
  if (purpose === 'resume' && draftsFor(c).open?.id === draft.id) return c.redirect('/client-form')
  const headers = { 'Referrer-Policy': 'same-origin' }
  return page(
    DraftLink,
    { token, purpose, holdsDraft: false, wasMoved: false },
    { title: 'Your draft', headers },
  )
}

function invalidLink(c: Ctx) {
  const { open, moved } = draftsFor(c)
  const props = {
    token: '',
    purpose: null,
    holdsDraft: open !== null,
    wasMoved: moved !== null && !open,
  }
  return page(DraftLink, props, { title: 'Your draft', status: 400 })
}

type PageProps = {
  company: Company
  form: Omit<FormProps, 'company'>
  sent: Toast | null
  flash: Toast | null
  /** Of this browser, without a newer draft. */
  sentBefore: string | null
  /** Continued on another device, unfinished, with no other draft here. */
  moved: boolean
}

export default function ClientForm({ company, form, sent, flash, sentBefore, moved }: PageProps) {
  const { salesEmail, privacyUrl } = company
  // else it becomes a second application
  const isFilledIn = !moved || form.reply !== null
  return (
    <Layout company={company} width="form" nav={<HomeLink />}>
      <Flash toast={sent ?? flash} />
      {sentBefore && (
        <div className="notice">
          <p>
            You have sent application <strong>{sentBefore}</strong>.{' '}
            <a href={`/success?id=${encodeURIComponent(sentBefore)}`}>View it</a>, or fill in the
            form below to start another.
          </p>
        </div>
      )}
      {!isFilledIn && <h1>{title}</h1>}
      {moved && (
        <form method="post" action="/client-form" className="notice stack">
          <p>
            You have continued this application on another device. Finish it there, or get it back
            here with a link that we send to its main email address.
          </p>
          <div className="actions">
            {!sent && (
              <Button type="submit" variant="primary" name="action" value="get-back">
                Email me the link
              </Button>
            )}
            <Button type="submit" name="action" value="start-again">
              Start another application
            </Button>
          </div>
        </form>
      )}
      {isFilledIn && (
        <Island
          of={RegistrationForm}
          props={{ ...form, company: { privacy: privacyOf(company), salesEmail, privacyUrl } }}
        />
      )}
    </Layout>
  )
}

const privacyOf = ({ name }: Company) =>
  `${name} uses your answers to decide on and manage your trade account. Next saves your answers on our server, where our staff can read them. Until you submit, we keep them for 30 days after your last change, and send one reminder after three. What you have not saved yet stays in this browser for up to 7 days. Please tell everyone you name here that you have given us their details.`

function form(
  c: Ctx,
  { open: draft, sent: sentHere, moved: elsewhere }: DraftsOfBrowser,
  changes: Partial<FormProps>,
  { status, sent, flash = null }: { status?: number; sent?: boolean; flash?: Toast | null } = {},
) {
  const values = storedValues(c, draft)
  const props: PageProps['form'] = {
    draftId: draft?.id ?? '',
    draftVersion: draft?.version ?? 0,
    values,
    reply: null,
    notice: null,
    section: 1,
    today: today(c),
    complete: draft ? completeSections(c.var.deps, draft) : [],
    reached: changes.section === last || (draft !== null && sectionToOpen(draft) === last),
    signatureOnFile: draft && signatureOnFile(c.var.deps, draft),
    terms: shownTerms(c, draft?.termsVersion ?? null),
    ...changes,
  }
  const moved = !draft && elsewhere?.status === 'draft'
  return page(
    ClientForm,
    {
      form: props,
      sent: sent && (moved || draft) ? toasts.draftLinkSent(draft?.mainEmail ?? undefined) : null,
      flash,
      sentBefore: draft ? null : newestSent(sentHere, elsewhere),
      moved,
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

function newestSent(...applications: (Application | null)[]): string | null {
  const sent = applications.filter((application) => application?.submittedAt)
  return sent.sort((one, other) => at(other) - at(one))[0]?.id ?? null
}

const at = (application: Application | null) => application?.submittedAt ?? 0

const draftsFor = (c: Ctx, id?: string, actor = applicantOf(c)) => draftsOf(c.var.deps, actor, id)
