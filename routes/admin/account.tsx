import type { SubmissionResult } from '@conform-to/react'
import SearchKey from '#islands/SearchKey.tsx'
import { changeOwnEmail } from '#src/domain/accounts/admin-links.ts'
import { hasFreshPassword } from '#src/domain/accounts/admin-sessions.ts'
import {
  adminProfile,
  changeAdminPassword,
  keepFullName,
  keepProfileSignature,
} from '#src/domain/accounts/admin-sign-in.ts'
import { providerName } from '#src/domain/accounts/identity-provider.ts'
import {
  confirmTotp,
  disableTotp,
  enrolTotp,
  pendingTotp,
  renewRecoveryCodes,
} from '#src/domain/accounts/second-factor.ts'
import { endOwnSession } from '#src/domain/accounts/team.ts'
import type { Admin } from '#src/domain/actor.ts'
import { drawName, readDrawing } from '#src/domain/applications/draw-signature.ts'
import {
  changePassword,
  openSession,
  ownEmail,
  ownName,
  ownPassword,
  profileSignature,
  recoveryRenewal,
  secondFactor,
  secondFactorStep,
} from '#src/forms/admin/admin-forms.ts'
import { mayDo, roleLabels } from '#src/forms/admin/roles.ts'
import { faultWords } from '#src/forms/sign-in/provider.ts'
import { Island, Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { HttpError } from '#src/http/errors.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { provedAdmin } from '#src/http/requests/mail-settings-save.ts'
import {
  adminOf,
  pageNeeds,
  replaceAdminSession,
  requireAdmin,
  setAdminCookie,
} from '#src/http/sessions/admin-session.ts'
import { AdminPage, BackToDashboard } from '#src/ui/admin/AdminPage.tsx'
import {
  EmailForm,
  NameForm,
  OwnProvider,
  PasswordForm,
  ProfileSignature,
} from '#src/ui/admin/account/OwnForms.tsx'
import { type Enrolment, SecondFactor } from '#src/ui/admin/account/SecondFactor.tsx'
import { faultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { SessionList } from '#src/ui/team/SessionList.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused, success } from '#src/ui/toasts/toast.ts'

export const title = 'My Account'

export const guard = pageNeeds('account')

export const body = bodyLimits.application

const path = '/admin/account'

export const GET = (c: Ctx) =>
  accountPage(c, requireAdmin(c, 'account'), {
    flash: faultOf(c) ?? flash.get(c.req.query('done') ?? ''),
  })

function faultOf(c: Ctx): Toast | null {
  const words = faultWords(
    c.req.query('provider') ?? '',
    providerName(c.var.deps) ?? 'The provider',
  )
  return words === null ? null : refused(words)
}

export const POST = actions(
  {
    name,
    signature,
    'remove-signature': removeSignature,
    begin,
    confirm,
    renew,
    'turn-off': turnOff,
    password,
    email,
    connect,
    'end-session': endSession,
  },
  failed,
)

function name(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'read')
  keepFullName(c.var.deps, admin, checkForm(ownName, form).fullName)
  return done('name')
}

async function signature(c: Ctx, form: URLSearchParams) {
  const { deps, address } = c.var
  const admin = requireAdmin(c, 'decide')
  const { signature: drawing, typedName } = checkForm(profileSignature, form)
  const { png } = drawing
    ? await readDrawing(deps, drawing, address, 'signature')
    : await drawName(deps, typedName, address, 'typedName')
  c.var.recheck?.()
  keepProfileSignature(deps, admin, png)
  return done('signature')
}

function removeSignature(c: Ctx) {
  keepProfileSignature(c.var.deps, requireAdmin(c, 'decide'), null)
  return done('remove-signature')
}

async function begin(c: Ctx, form: URLSearchParams) {
  const admin = await provedAdmin(c, form, 'account')
  return accountPage(c, admin, { enrolment: enrolTotp(c.var.deps, admin) })
}

async function confirm(c: Ctx, form: URLSearchParams) {
  const admin = await provedAdmin(c, form, 'account')
  const { code } = checkForm(secondFactor, form)
  const { recoveryCodes, token } = await confirmTotp(c.var.deps, admin, code)
  return accountPage(c, replaceAdminSession(c, admin, token), {
    recoveryCodes,
    flash: success('Two-step sign-in is on.'),
  })
}

async function renew(c: Ctx, form: URLSearchParams) {
  const admin = await provedAdmin(c, form, 'account')
  const renewal = checkForm(recoveryRenewal, form)
  return accountPage(c, admin, {
    recoveryCodes: await renewRecoveryCodes(c.var.deps, admin, renewal),
    flash: success('These are your new recovery codes. The earlier ones no longer work.'),
  })
}

async function turnOff(c: Ctx, form: URLSearchParams) {
  const admin = await provedAdmin(c, form, 'read')
  const { code } = checkForm(secondFactor, form)
  setAdminCookie(c, await disableTotp(c.var.deps, admin, code))
  return done('turn-off')
}

async function password(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'read')
  const passwords = checkForm(changePassword, form)
  setAdminCookie(c, await changeAdminPassword(c.var.deps, admin, passwords))
  return done('password')
}

async function email(c: Ctx, form: URLSearchParams) {
  const admin = await provedAdmin(c, form, 'read')
  changeOwnEmail(c.var.deps, admin, checkForm(ownEmail, form).email)
  return done('email')
}

async function connect(c: Ctx, form: URLSearchParams) {
  return accountPage(c, await provedAdmin(c, form, 'read'), { mayConnect: true })
}

function endSession(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'read')
  endOwnSession(c.var.deps, admin, checkForm(openSession, form).session)
  return done('end-session')
}

const done = (action: string) => `${path}?done=${action}`

const flash = new Map<string, Toast>([
  ['name', success('Name saved.')],
  ['signature', success('Signature saved.')],
  ['remove-signature', success('Signature removed.')],
  ['turn-off', success('Two-step sign-in is off.')],
  ['password', success('Password changed. You have been signed out everywhere else.')],
  ['email', success('Email address saved.')],
  ['end-session', success('The session has been ended.')],
  ['connected', success('Your account is connected.')],
  [
    'confirmed',
    success('Confirmed.', 'Go back to the tab you came from, and press Confirm there.'),
  ],
])

/** The page again; a mistyped code leaves the key for the app on it. */
function failed(c: Ctx, { action, reply, notice, message, status }: FailedPost) {
  const admin = adminOf(c)
  // the first of two clicks may have replaced the session of the second
  if (!admin) throw new HttpError(status, message)
  const mayShowKey = action === 'confirm' && hasFreshPassword(c.var.deps, admin)
  const changes = {
    refusedAction: action,
    lastResult: reply(),
    flash: notice ? refused(notice) : null,
    enrolment: mayShowKey ? pendingTotp(c.var.deps, admin) : null,
  }
  return accountPage(c, admin, changes, status)
}

type PageProps = {
  company: Company
  profile: ReturnType<typeof adminProfile>
  enrolment: Enrolment | null
  mayConnect: boolean
  recoveryCodes: string[]
  refusedAction: string
  lastResult: SubmissionResult | undefined
  flash: Toast | null | undefined
  timezone: string
}

/** An account that lacks a required second factor opens no other page, and here sees only that. */
export default function AccountPage({ company, profile, flash, ...rest }: PageProps) {
  const { username, role, sessions } = profile
  const state = (action: string) =>
    action === rest.refusedAction ? { lastResult: rest.lastResult } : {}
  const steps = {
    begin: usePageForm('begin', secondFactorStep, state('begin')),
    confirm: usePageForm('confirm', secondFactorStep, state('confirm')),
    renew: usePageForm('renew', secondFactorStep, state('renew')),
    turnOff: usePageForm('turn-off', secondFactorStep, state('turn-off')),
  }
  const name = usePageForm('name', ownName, {
    ...state('name'),
    defaultValue: { fullName: profile.fullName ?? '' },
  })
  const signature = usePageForm('signature', profileSignature, state('signature'))
  const password = usePageForm('password', changePassword, state('password'))
  const address = usePageForm('email', ownEmail, {
    ...state('email'),
    defaultValue: { email: profile.email ?? '' },
  })
  const connection = usePageForm('connect', ownPassword, state('connect'))
  const forms = [...Object.values(steps), name, signature, password, address, connection].map(
    ([form]) => form,
  )
  const mustSetUp = profile.secondFactor.isMissing
  return (
    <AdminPage
      company={company}
      reader={mustSetUp ? null : role}
      flash={flash ?? null}
      nav={mustSetUp || <BackToDashboard />}
    >
      <ErrorSummary faults={Object.assign({}, ...forms.map((form) => faultsOf(form)))} />
      <PageHead title="My account">
        {mustSetUp
          ? 'A second factor is required for everybody. Please set yours up to go on.'
          : `Signed in as ${username}, ${roleLabels[role]}`}
      </PageHead>
      <div className="cards-flow">
        <SecondFactor {...profile.secondFactor} {...rest} {...steps} />
        {!mustSetUp && (
          <>
            <NameForm name={name} />
            {mayDo(role, 'decide') && (
              <ProfileSignature image={profile.signature} signature={signature} />
            )}
            <RecordCard id="sessions" title="Sessions">
              <SessionList
                sessions={sessions}
                lastResult={rest.lastResult}
                timezone={rest.timezone}
              />
            </RecordCard>
            <EmailForm address={address} />
            {profile.hasPassword && <PasswordForm password={password} />}
            {profile.provider && (
              <OwnProvider
                connection={connection}
                name={profile.provider}
                connectedAs={profile.connectedAs}
                mayConnect={rest.mayConnect}
              />
            )}
            <Island of={SearchKey} props={{}} />
          </>
        )}
      </div>
      <Script name="in-place" />
      <Script name="profile-signature" />
      <Script name="copy" />
    </AdminPage>
  )
}

/** `admin` may have a session that was just replaced. */
function accountPage(c: Ctx, admin: Admin, changes: Partial<PageProps>, status = 200) {
  const { deps } = c.var
  const props = {
    profile: adminProfile(deps, admin),
    enrolment: null,
    mayConnect: false,
    recoveryCodes: [],
    refusedAction: '',
    lastResult: undefined,
    flash: null,
    timezone: deps.env.APP_TIMEZONE,
    ...changes,
  }
  return page(AccountPage, props, titled(title, status))
}
