import type { SubmissionResult } from '@conform-to/react'
import Portal from '#islands/Portal.tsx'
import { TypedAgain, type TypedForm } from '#islands/portal/TypedAgain.tsx'
import type { ClientActor } from '#src/domain/actor.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { applicationOfClient } from '#src/domain/clients/clients.ts'
import { askToMoveSignIn } from '#src/domain/portal/move-sign-in.ts'
import { type PortalRecord, portalOf, portalRecord } from '#src/domain/portal/portal.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import {
  isPortalSection,
  type PortalSection,
  portalNameOf,
  storedValues,
} from '#src/forms/portal/portal.ts'
import { portalSchema } from '#src/forms/portal/portal-payload.ts'
import { copiedAnswers, sameAsBoxes } from '#src/forms/registration/same-as.ts'
import { requestAnswer } from '#src/forms/requests/request-schema.ts'
import { clientSignIn } from '#src/forms/sign-in/sign-in.ts'
import { inOneLine } from '#src/forms/text.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { HttpError } from '#src/http/errors.ts'
import { fileForms, isMultipart, takeAnswer } from '#src/http/files/multipart.ts'
import { formState } from '#src/http/form-state.ts'
import { page, titled } from '#src/http/page.ts'
import { actions, type FailedPost, perform } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo, replyToIntent } from '#src/http/requests/form-request.ts'
import { saveSection } from '#src/http/requests/portal-save.ts'
import { clientOf, leaveClient, requireClient } from '#src/http/sessions/client-session.ts'
import { sayNext, takeFlash } from '#src/http/sessions/flash-cookie.ts'
import type { Reply } from '#src/ui/forms/form-state.ts'
import { asText } from '#src/ui/forms/values.ts'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import { readValue } from '#src/ui/record/RecordCard.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'

export const title = 'Client Portal'

export const body = { ...bodyLimits.application, files: fileForms.attachments }

const signIn = '/client-login'

export function GET(c: Ctx) {
  const client = clientOf(c)
  return client ? page(ClientPortal, propsOf(c, client)) : c.redirect(signIn, 303)
}

/** An answer may have files, so the form is multipart. The session is checked before the body is read. */
export function POST(c: Ctx) {
  if (!clientOf(c)) throw sessionEnded(c)
  const files = { action: 'answer', form: new URLSearchParams(), handler: answer }
  return isMultipart(c) ? perform(c, files, failed) : takeForm(c)
}

const takeForm = actions({ default: save, 'sign-out': signOut, move }, failed)

async function save(c: Ctx, form: URLSearchParams) {
  const client = requireClient(c)
  const section = form.get('section') ?? ''
  if (!isPortalSection(section)) return '/client-portal'
  const lastResult = replyToIntent(form)
  if (lastResult) return pageWith(c, client, form, { action: 'default', lastResult })
  // No type is ticked.
  if (section === 'business' && !form.has('businessTypes')) form.set('businessTypes', '')
  copyFollowed(form, portalRecord(applicationOfClient(c.var.deps, client)))
  const sent = checkForm(portalSchema(section), form)
  const { changed } = await saveSection(c, client, section, sent, (id) => {
    refuseOther(form, id)
    return Number(form.get('version')) || null
  })
  sayNext(c, changed ? 'updated' : 'unchanged')
  return `/client-portal?tab=${section}`
}

function copyFollowed(form: URLSearchParams, record: PortalRecord) {
  for (const copy of sameAsBoxes.filter(({ box }) => form.has(box)))
    for (const [to, text] of copiedAnswers(copy, (name) => {
      const key = portalNameOf(name)
      return form.get(key) ?? String(record[key] ?? '')
    }))
      form.set(portalNameOf(to), text)
}

function refuseOther(form: URLSearchParams, id: string) {
  if ((form.get('application') ?? id) !== id) throw new HttpError(412, refusals.otherAccount)
}

async function answer(c: Ctx, form: URLSearchParams) {
  await takeAnswer(c, requireClient(c), form)
  return pageAfter(c, 'answered')
}

function signOut(c: Ctx) {
  leaveClient(c)
  sayNext(c, 'signedOut')
  return signIn
}

async function move(c: Ctx, form: URLSearchParams) {
  const client = requireClient(c)
  refuseOther(form, applicationOfClient(c.var.deps, client).id)
  await askToMoveSignIn(c.var.deps, client, checkForm(clientSignIn, form), c.var.address)
  return pageAfter(c, 'addressRequested')
}

function pageAfter(c: Ctx, word: Parameters<typeof sayNext>[1]) {
  sayNext(c, word)
  return `/client-portal${new URL(c.req.url).search}`
}

function failed(c: Ctx, { status, action, form, reply }: FailedPost) {
  const client = clientOf(c)
  if (status === 401 || !client) throw sessionEnded(c)
  if (status === 412 && action === 'default')
    return pageWith(c, client, form, { action, lastResult: staleReply(c, client, form) }, status)
  return pageWith(c, client, form, { action, lastResult: reply('') }, status)
}

/** Returns what was typed next to the saved values that differ, with the version that the next save replaces. */
function staleReply(c: Ctx, client: ClientActor, form: URLSearchParams) {
  const { record, directors } = portalOf(c.var.deps, client)
  const section = form.get('section') as PortalSection
  const typed = replyTo(form, {}).initialValue ?? {}
  const saved = Object.entries(storedValues(section, record, directors))
  const errors = saved
    .filter(([name, value]) => asText(typed[name]) !== asText(value))
    .map(([name, value]) => [name, nowSaved(name, value)])
  form.set('version', String(record.version))
  return replyTo(form, { '': refusals.staleFields, ...Object.fromEntries(errors) })
}

function nowSaved(name: string, value: unknown) {
  const words = name === 'directors' ? asText(value) : readValue(name, value, 'UTC', '')
  return `Now saved: ${inOneLine(words) || 'nothing'}`
}

export function typedAgain(c: Ctx, posted: URLSearchParams) {
  const form = formAgain(posted)
  const { deps } = c.var
  const today = dateIn(deps.env.APP_TIMEZONE, deps.now())
  const application = posted.get('application') ?? ''
  return form && page(SignedOutPortal, { form, application, today })
}

function formAgain(posted: URLSearchParams): TypedForm | null {
  const lastResult = replyTo(posted, {})
  const section = posted.get('section') ?? ''
  if (isPortalSection(section)) {
    // The account type can be edited until the approval.
    const status = posted.has('accountType') ? 'submitted' : 'approved'
    return { of: 'section', section, status, reply: lastResult as Reply }
  }
  if (posted.has('request'))
    return { of: 'answer', state: formState(requestAnswer, { lastResult }) }
  if (posted.get('action') === 'move')
    return { of: 'move', state: formState(clientSignIn, { lastResult }) }
  return null
}

function sessionEnded(c: Ctx) {
  sayNext(c, 'signedOff')
  return new Refusal('not-signed-in', refusals.sessionEnded)
}

/** Nobody sees what another client typed before this one signed in. */
function pageWith(
  c: Ctx,
  client: ClientActor,
  form: URLSearchParams,
  posted: Omit<Posted, 'section'>,
  status = 200,
) {
  const props = propsOf(c, client, { ...posted, section: form.get('section') ?? '' })
  refuseOther(form, String(props.portal.record.id))
  return page(ClientPortal, props, titled(title, status))
}

type Posted = { action: string; section: string; lastResult: SubmissionResult }

function propsOf(c: Ctx, client: ClientActor, posted: Posted | null = null) {
  const { tab = '', edit = '' } = c.req.query()
  const edited = posted?.action === 'default' ? posted.section : edit
  const { deps } = c.var
  const portal = portalOf(deps, client)
  const isClosed = portal.record.closedOn !== null
  // The page keeps what was typed before the trade account was closed.
  const editing = isPortalSection(edited) && !(isClosed && posted === null) ? edited : null
  const lastResultOf = (action: string) =>
    posted?.action === action ? posted.lastResult : undefined
  const answered = lastResultOf('answer')
  const open = portal.questions.find(
    ({ id, answeredAt }) => answeredAt === null && answered?.initialValue?.request === String(id),
  )
  const { flash } = takeFlash(c)
  return {
    portal,
    today: dateIn(deps.env.APP_TIMEZONE, deps.now()),
    flash,
    tab: isPortalSection(tab) ? tab : (editing ?? ('business' as const)),
    editing,
    reply: (lastResultOf('default') ?? null) as Reply | null,
    unsent: answered && !open ? unsentOf(answered) : null,
    newest: flash === clientToasts.answered ? newestAnswer(portal.questions) : null,
    answered: open?.id ?? null,
    answering: formState(requestAnswer, { lastResult: open ? answered : null }),
    toAnswer: formState(requestAnswer, { lastResult: null }),
    moving: formState(clientSignIn, { lastResult: lastResultOf('move') }),
  }
}

const unsentOf = ({ error, initialValue }: SubmissionResult) => ({
  text: Object.values(error ?? {}).flat()[0] ?? '',
  answer: String(initialValue?.answer ?? ''),
})

const newestAnswer = (questions: { id: number; answeredAt: string | null }[]) =>
  questions.findLast(({ answeredAt }) => answeredAt !== null)?.id ?? null

type PageProps = ReturnType<typeof propsOf> & { company: Company }

export const data = ({ portal }: PageProps) => portal

export default function ClientPortal({ company, flash, ...props }: PageProps) {
  const { email } = props.portal
  return (
    <Layout
      company={company}
      nav={<HomeLink />}
      flash={flash}
      session={{ ...session, username: email }}
    >
      <Island of={Portal} props={{ ...props, salesEmail: company.salesEmail }} />
    </Layout>
  )
}

function SignedOutPortal({
  company,
  ...props
}: Parameters<typeof TypedAgain>[0] & { company: Company }) {
  return (
    <Layout
      company={company}
      nav={<HomeLink />}
      flash={null}
      session={{ ...session, username: '', isOver: true, holdsTyping: true }}
    >
      <div className="sections">
        <div className="notice notice-bad" role="alert">
          <SignInAgain href={signIn} button="the same button" />
        </div>
        <TypedAgain {...props} />
      </div>
    </Layout>
  )
}

const session = {
  check: '/api/client/me',
  signIn,
  opensAgain: false,
  leavesAfter: 0,
  ended: clientToasts.signedOff,
  logout: {
    page: '/client-portal',
    action: 'sign-out',
    call: '/api/client/logout',
    done: clientToasts.signedOut,
    failed: clientToasts.signOutFailed,
  },
  provider: null,
}
