import ClientPortal, { type Props as PortalProps } from '#islands/ClientPortal.tsx'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import { requestedSignInAddress } from '#src/domain/accounts/sign-in-moves.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { directorsOf } from '#src/domain/applications/application.ts'
import { yearIn } from '#src/domain/calendar.ts'
import { askToMoveSignIn } from '#src/domain/portal/move-sign-in.ts'
import { portalRecord } from '#src/domain/portal/record.ts'
import { portalStatus } from '#src/domain/portal/status.ts'
import { isPortalSection } from '#src/forms/portal/portal.ts'
import { portalValues } from '#src/forms/portal/portal-values.ts'
import { moveSignIn } from '#src/forms/sign-in/sign-in.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { refusedPost } from '#src/http/errors.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page } from '#src/http/page.ts'
import { bodyLimits, readForm } from '#src/http/requests/body.ts'
import { directorsAfter } from '#src/http/requests/director-rows.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { saveSection } from '#src/http/requests/portal-save.ts'
import { clientOf, leaveClient } from '#src/http/sessions/client-session.ts'
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

/** Logout, a row more or less, and Save, for browsers without scripts. */
export async function POST(c: Ctx) {
  const form = await readForm(c, bodyLimits.application)
  const step = form.get('step') ?? ''
  if (step === 'sign-out') {
    leaveClient(c)
    return c.redirect(`${signIn}?flash=signed-out`, 303)
  }
  const client = clientOf(c)
  if (!client) return c.redirect(`${signIn}?flash=ended`, 303)
  if (step === 'move') return moveSignInTo(c, client, form)
  const section = form.get('section') ?? ''
  const { id } = applicationOfClient(c.var.deps, client)
  const isTheirs = (form.get('application') ?? id) === id
  // What another customer typed, before this one signed in beside the page, is shown to nobody.
  if (!isPortalSection(section) || !isTheirs) return c.redirect('/client-portal', 303)
  const typed = portalValues(section, form)
  const seen = Number(form.get('version')) || null
  const directors = directorsAfter(form)
  if (directors)
    return page(Portal, { portal: portalOf(c, client, { typed: { directors }, seen }) })
  try {
    await limit(c, 'save')
    const { changed } = await saveSection(c, client, { section, body: typed, seen })
    const done = changed ? 'updated' : 'unchanged'
    return c.redirect(`/client-portal?tab=${section}&flash=${done}`, 303)
  } catch (error) {
    const { status, message, errors } = refusedPost(c, error)
    const notice = Object.keys(errors).length > 0 ? null : message
    const portal = portalOf(c, client, { typed, seen, errors, notice })
    return page(Portal, { portal }, { status, title: `Error: ${title}` })
  }
}

/** The dialog about the sign-in address, posted. */
async function moveSignInTo(c: Ctx, client: ClientActor, form: URLSearchParams) {
  try {
    const given = checkForm(moveSignIn, Object.fromEntries(form))
    await askToMoveSignIn(c.var.deps, client, given, c.var.address)
    return c.redirect('/client-portal?flash=address-asked', 303)
  } catch (error) {
    const { status, message, errors } = refusedPost(c, error)
    const notice = Object.keys(errors).length > 0 ? null : message
    const typed = form.get('email') ?? ''
    const signIn = { ...signInOf(c, client), open: true, typed, errors, notice }
    return page(
      Portal,
      { portal: portalOf(c, client, { signIn }) },
      { status, title: `Error: ${title}` },
    )
  }
}

/** A Map, so that `?flash=constructor` finds nothing. */
const flash = new Map<string, Toast>([
  ['signed-in', clientToasts.signedIn],
  ['updated', clientToasts.updated],
  ['unchanged', clientToasts.unchanged],
  ['address-asked', clientToasts.addressAsked],
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
        <input type="hidden" name="step" value="sign-out" />
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
    ...given,
  }
}

const signInOf = (c: Ctx, { id, email }: ClientActor): PortalProps['signIn'] => ({
  email,
  asked: requestedSignInAddress(c.var.deps, id),
  open: c.req.query('dialog') === 'sign-in',
  typed: '',
  errors: {},
  notice: null,
})
