import ClientPortal, { type Props as PortalProps } from '#islands/ClientPortal.tsx'
import type { Questions } from '#islands/client-portal/InformationRequests.tsx'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import { requestedSignInAddress } from '#src/domain/accounts/sign-in-moves.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { directorsOf } from '#src/domain/applications/application.ts'
import { refuseFilesWhenFull } from '#src/domain/applications/disk-space.ts'
import { yearIn } from '#src/domain/calendar.ts'
import { askToMoveSignIn } from '#src/domain/portal/move-sign-in.ts'
import { openRequestFor, questionsTo } from '#src/domain/portal/questions.ts'
import { portalRecord } from '#src/domain/portal/record.ts'
import { portalStatus } from '#src/domain/portal/status.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { answerRequest } from '#src/domain/requests/answer.ts'
import { dropStaged } from '#src/domain/requests/staged-files.ts'
import { isPortalSection } from '#src/forms/portal/portal.ts'
import { portalValues } from '#src/forms/portal/portal-values.ts'
import { requestAnswer } from '#src/forms/requests/requests.ts'
import { moveSignIn } from '#src/forms/sign-in/sign-in.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { isMultipart } from '#src/http/files/multipart.ts'
import { readPostedAnswer } from '#src/http/files/posted-answer.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { directorsAfter } from '#src/http/requests/director-rows.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { saveSection } from '#src/http/requests/portal-save.ts'
import { clientOf, leaveClient, requireClient } from '#src/http/sessions/client-session.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { HomeLink } from '#src/ui/layout/HomeLink.tsx'
import { Layout } from '#src/ui/layout/Layout.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { Flash } from '#src/ui/toasts/Flash.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Client Portal'

const signIn = '/client-login'

/** The portal of who is signed in; anybody else goes to the sign-in, and no data leaves (rule 288). */
export function GET(c: Ctx) {
  const client = clientOf(c)
  if (!client) return c.redirect(signIn, 303)
  const toast = flash.get(c.req.query('flash') ?? '') ?? null
  return page(Portal, { flash: toast, portal: portalOf(c, client) })
}

/** An answer comes with files, and so in a form of its own kind. */
export const POST = (c: Ctx) => (isMultipart(c) ? answer(c) : takeForm(c))

/** Logout, the sign-in address, a row more or less, and Save, for browsers without scripts. */
const takeForm = actions(
  { default: save, 'sign-out': signOut, move },
  failed,
  bodyLimits.application,
)

async function save(c: Ctx, form: URLSearchParams) {
  const client = clientOf(c)
  if (!client) return sessionEnded
  const { section, typed, seen } = postedSection(form)
  const { id } = applicationOfClient(c.var.deps, client)
  const isTheirs = (form.get('application') ?? id) === id
  // What another customer typed, before this one signed in beside the page, is shown to nobody.
  if (!section || !isTheirs) return '/client-portal'
  const directors = directorsAfter(form)
  if (directors)
    return page(Portal, { portal: portalOf(c, client, { typed: { directors }, seen }) })
  await limit(c, 'save')
  const { changed } = await saveSection(c, client, { section, body: typed, seen })
  return `/client-portal?tab=${section}&flash=${changed ? 'updated' : 'unchanged'}`
}

/** Answers what the accounts team has asked. What was typed comes back with a refusal; files have to be chosen again. */
async function answer(c: Ctx) {
  const client = clientOf(c)
  if (!client) return c.redirect(sessionEnded, 303)
  const form = new URLSearchParams()
  let files: number[] = []
  try {
    requireClient(c)
    files = await readPostedAnswer(c, await requestToAnswer(c, client), form)
    answerRequest(c.var.deps, client, { ...checkForm(requestAnswer, form), files })
    return c.redirect('/client-portal?flash=answered', 303)
  } catch (error) {
    dropStaged(c.var.deps, files)
    const { status, errors, notice } = failureOf(c, error)
    if (status === 401) return c.redirect(sessionEnded, 303)
    const typed = form.get('answer') ?? ''
    const questions = { ...questionsOf(c, client), typed, errors, notice }
    const portal = portalOf(c, client, { questions })
    return page(Portal, { portal }, { status, title: `Error: ${title}` })
  }
}

/** The open request, or why nothing can be answered now. */
async function requestToAnswer(c: Ctx, client: ClientActor): Promise<number | Refusal> {
  try {
    await limit(c, 'answer', String(client.id))
    refuseFilesWhenFull(c.var.deps, Number(c.req.header('content-length')) || 0)
    return openRequestFor(c.var.deps, client)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function signOut(c: Ctx) {
  leaveClient(c)
  return `${signIn}?flash=signed-out`
}

async function move(c: Ctx, form: URLSearchParams) {
  const client = clientOf(c)
  if (!client) return sessionEnded
  await askToMoveSignIn(c.var.deps, client, checkForm(moveSignIn, form), c.var.address)
  return '/client-portal?flash=address-requested'
}

const sessionEnded = `${signIn}?flash=ended`

function failed(c: Ctx, { status, errors, notice, action, form }: FailedPost) {
  const client = requireClient(c)
  const { typed, seen } = postedSection(form)
  const email = form.get('email') ?? ''
  const given =
    action === 'move'
      ? { signIn: { ...signInOf(c, client), open: true, typed: email, errors, notice } }
      : { typed, seen, errors, notice }
  const portal = portalOf(c, client, given)
  return page(Portal, { portal }, { status, title: `Error: ${title}` })
}

/** The section that a form saves, what was typed in it, and the version of the record that it shows. */
function postedSection(form: URLSearchParams) {
  const section = form.get('section') ?? ''
  const seen = Number(form.get('version')) || null
  return isPortalSection(section)
    ? { section, typed: portalValues(section, form), seen }
    : { section: null, typed: null, seen }
}

/** A Map, so that `?flash=constructor` finds nothing. */
const flash = new Map<string, Toast>([
  ['signed-in', clientToasts.signedIn],
  ['updated', clientToasts.updated],
  ['unchanged', clientToasts.unchanged],
  ['answered', clientToasts.answered],
  ['address-requested', clientToasts.addressRequested],
])

type PageProps = { company: Company; portal: PortalProps; flash?: Toast | null }

export default function Portal({ company, portal, flash }: PageProps) {
  return (
    <Layout company={company} nav={<HeaderLinks />}>
      <Flash toast={flash} />
      <Island of={ClientPortal} props={portal} />
    </Layout>
  )
}

/** Home, and Logout where people look for it; the island takes the form over when it is awake. */
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

function portalOf(c: Ctx, client: ClientActor, given: Partial<PortalProps> = {}): PortalProps {
  const { deps } = c.var
  const application = applicationOfClient(deps, client)
  const [tab, edit] = [c.req.query('tab'), c.req.query('edit')]
  const editing = isPortalSection(edit) ? edit : null
  return {
    record: portalRecord(application),
    directors: directorsOf(deps, application),
    status: portalStatus(deps, application),
    thisYear: yearIn(deps.env.APP_TIMEZONE, deps.now()),
    tab: editing ?? (isPortalSection(tab) ? tab : 'business'),
    editing,
    typed: null,
    seen: null,
    errors: {},
    notice: null,
    signIn: signInOf(c, client),
    questions: questionsOf(c, client),
    ...given,
  }
}

const signInOf = (c: Ctx, { id, email }: ClientActor): PortalProps['signIn'] => ({
  email,
  requested: requestedSignInAddress(c.var.deps, id),
  open: c.req.query('dialog') === 'sign-in',
  typed: '',
  errors: {},
  notice: null,
})

const questionsOf = (c: Ctx, client: ClientActor): Questions => ({
  asked: questionsTo(c.var.deps, client),
  timezone: c.var.deps.env.APP_TIMEZONE,
  typed: '',
  errors: {},
  notice: null,
})
