import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps } from 'react'
import PortalSection from '#islands/PortalSection.tsx'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { askToMoveSignIn } from '#src/domain/portal/move-sign-in.ts'
import { type PortalRecord, portalOf, portalRecord } from '#src/domain/portal/portal.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import {
  followedElsewhere,
  isPortalSection,
  portalNameOf,
  portalSections,
  type PortalSection as Section,
  storedValues,
} from '#src/forms/portal/portal.ts'
import { portalSchema } from '#src/forms/portal/portal-payload.ts'
import { copied, copies } from '#src/forms/registration/copies.ts'
import { requestAnswer } from '#src/forms/requests/request-forms.ts'
import { clientSignIn } from '#src/forms/sign-in/sign-in.ts'
import { Island, Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { HttpError } from '#src/http/errors.ts'
import { fileForms, isMultipart, takeAnswer } from '#src/http/files/multipart.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions, type FailedPost, perform } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyToIntent } from '#src/http/requests/form-request.ts'
import { saveSection } from '#src/http/requests/portal-save.ts'
import { clientOf, leaveClient, requireClient } from '#src/http/sessions/client-session.ts'
import { sayNext, takeFlash } from '#src/http/sessions/flash-cookie.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import {
  Answers,
  AsSigned,
  LeftBehind,
  SectionHead,
  SectionLinks,
  SignInAddress,
  StatusCard,
} from '#src/ui/portal/Portal.tsx'
import { AnsweredRequests, OpenQuestion, Unsent } from '#src/ui/portal/Requests.tsx'
import { StatusBadge } from '#src/ui/record/RecordCard.tsx'
import { SessionEnded } from '#src/ui/sign-in/SignInAgain.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { Flash } from '#src/ui/toasts/Flash.tsx'

export const title = 'Client Portal'

export const body = { ...bodyLimits.application, files: fileForms.attachments }

const signIn = '/client-login'

export function GET(c: Ctx) {
  const client = clientOf(c)
  return client ? page(Portal, propsOf(c, client)) : c.redirect(signIn, 303)
}

/** An answer has files, hence the encoding. The session comes before the body. */
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
  // no type is ticked
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
  for (const copy of copies.filter(({ box }) => form.has(box)))
    for (const [to, text] of copied(copy, (name) => {
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
  return pageWith(c, client, form, { action, lastResult: reply('') }, status)
}

function sessionEnded(c: Ctx) {
  sayNext(c, 'signedOff')
  return new Refusal('not-signed-in', refusals.sessionEnded)
}

/** What another customer typed, before this one signed in, is shown to nobody. */
function pageWith(
  c: Ctx,
  client: ClientActor,
  form: URLSearchParams,
  posted: Omit<Posted, 'section'>,
  status = 200,
) {
  const props = propsOf(c, client, { ...posted, section: form.get('section') ?? '' })
  refuseOther(form, String(props.record.id))
  return page(Portal, props, titled(title, status))
}

type Posted = { action: string; section: string; lastResult: SubmissionResult }

function propsOf(c: Ctx, client: ClientActor, posted: Posted | null = null) {
  const { tab = '', edit = '' } = c.req.query()
  const edited = posted?.action === 'default' ? posted.section : edit
  const { deps } = c.var
  const portal = portalOf(deps, client)
  const isClosed = portal.record.closedOn !== null
  // what was typed before it was closed stays
  const editing = isPortalSection(edited) && !(isClosed && posted === null) ? edited : null
  return {
    ...portal,
    today: dateIn(deps.env.APP_TIMEZONE, deps.now()),
    flash: takeFlash(c).flash,
    tab: isPortalSection(tab) ? tab : (editing ?? ('business' as const)),
    editing,
    isClosed,
    posted,
  }
}

type PortalProps = ReturnType<typeof propsOf> & { company: Company }

export default function Portal(props: PortalProps) {
  const { company, record, status, questions, timezone, tab, editing, posted } = props
  const { requested, isClosed } = props
  const application = String(record.id)
  const name = String(record.businessName ?? 'Your application')
  const lastResultOf = (action: string) =>
    posted?.action === action ? posted.lastResult : undefined
  const open = questions.find(({ answeredAt }) => answeredAt === null)
  const answered = lastResultOf('answer')
  const isToOpen = open && answered?.initialValue?.request === String(open.id)
  const answering = usePageForm(`request-${open?.id}`, requestAnswer, {
    lastResult: isToOpen ? answered : undefined,
  })
  const moving = usePageForm('sign-in', clientSignIn, { lastResult: lastResultOf('move') })
  return (
    <Layout company={company} nav={<HeaderLinks />}>
      <p className="checking" id="checking" role="status" />
      <div data-private="">
        <Flash toast={props.flash} />
        <div className="sections">
          <div className="stack">
            <h1 className={name.length > 60 ? 'long' : undefined}>{name}</h1>
            <div className="actions">
              <StatusBadge {...status.badge} />
              {isClosed && <StatusBadge tone="quiet" label="Closed" />}
            </div>
          </div>
          {answered && !isToOpen && <Unsent {...answered} />}
          {open && <OpenQuestion {...{ application, open, timezone }} answer={answering} />}
          <StatusCard status={status} id={application} salesEmail={company.salesEmail} />
          <AnsweredRequests
            {...{ questions, timezone }}
            isNew={props.flash === clientToasts.answered}
          />
          <section className="sections" aria-labelledby="details">
            <h2 id="details">Your details</h2>
            <SectionLinks tab={tab} editing={editing} />
            {portalSections.map((section) => (
              <section
                key={section}
                className="card"
                id={`panel-${section}`}
                hidden={tab !== section}
                aria-labelledby={`title-${section}`}
              >
                <SectionHead section={section} editing={editing} mayEdit={!isClosed} />
                {!isClosed && editing === null && <LeftBehind shown={section} {...props.edits} />}
                {editing === section ? (
                  <>
                    {props.signature && (
                      <p className="hint">
                        We record what you change, and when. The document you signed stays as it is.
                      </p>
                    )}
                    <Island
                      of={PortalSection}
                      props={formOf(section, props, lastResultOf('default'))}
                    />
                  </>
                ) : (
                  <Answers section={section} {...props} />
                )}
                <AsSigned section={section} {...props} />
                {section === 'business' && (
                  <SignInAddress {...{ application, isClosed, requested }} move={moving} />
                )}
              </section>
            ))}
          </section>
        </div>
      </div>
      <SessionEnded signIn={signIn} />
      <Script name="portal" />
    </Layout>
  )
}

const formOf = (
  section: Section,
  { record, directors, email, today }: PortalProps,
  lastResult: SubmissionResult | null = null,
) => ({
  section,
  id: String(record.id),
  version: Number(record.version),
  status: String(record.status),
  stored: storedValues(section, record, directors),
  others: followedElsewhere(section, record),
  lastResult: lastResult as ComponentProps<typeof PortalSection>['lastResult'],
  email,
  today,
})

function HeaderLinks() {
  return (
    <>
      <HomeLink />
      <form id="logout" method="post" action="/client-portal">
        <input type="hidden" name="action" value="sign-out" />
        <Button small type="submit">
          Logout
        </Button>
      </form>
    </>
  )
}
