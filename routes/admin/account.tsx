import type { SubmissionResult } from '@conform-to/react'
import type { ComponentType, ReactNode } from 'react'
import CopyButton from '#islands/CopyButton.tsx'
import ProfileSignature from '#islands/ProfileSignature.tsx'
import SearchKey from '#islands/SearchKey.tsx'
import type { Admin } from '#src/domain/actor.ts'
import { drawName, readDrawing } from '#src/domain/applications/draw-signature.ts'
import { changeOwnEmail } from '#src/domain/staff/admin-links.ts'
import { hasFreshPassword } from '#src/domain/staff/admin-sessions.ts'
import { changeAdminPassword } from '#src/domain/staff/admin-sign-in.ts'
import { providerName } from '#src/domain/staff/identity-provider.ts'
import { endOwnSession } from '#src/domain/staff/listed-sessions.ts'
import { adminProfile, saveFullName, saveProfileSignature } from '#src/domain/staff/profile.ts'
import {
  confirmTotp,
  disableTotp,
  enrolTotp,
  pendingTotp,
  renewRecoveryCodes,
} from '#src/domain/staff/second-factor.ts'
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
import { Island } from '#src/framework/island.tsx'
import type { Page } from '#src/framework/router.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError } from '#src/http/errors.ts'
import { page, type ShownAgain, titled, usePageForm } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { provedAdmin } from '#src/http/requests/mail-settings-save.ts'
import {
  adminOf,
  pageNeeds,
  replaceAdminSession,
  requireAdmin,
  setAdminCookie,
} from '#src/http/sessions/admin-session.ts'
import { AdminPage, BackToDashboard, FormHead } from '#src/ui/admin/AdminPage.tsx'
import {
  EmailForm,
  NameForm,
  OwnCards,
  OwnProvider,
  PasswordForm,
  SignatureForm,
} from '#src/ui/admin/account/OwnForms.tsx'
import {
  type Enrolment,
  RenewalForm,
  SecondFactor,
  TurnOffForm,
} from '#src/ui/admin/account/SecondFactor.tsx'
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

export function GET(c: Ctx) {
  const admin = requireAdmin(c, 'account')
  const typed = formPages[c.req.query('edit') ?? '']
  // An account that lacks a required second factor can open nothing else.
  if (typed && !adminProfile(c.var.deps, admin).secondFactor.isMissing) return typed(c, admin, {})
  return accountPage(c, admin, { flash: faultOf(c) ?? flash.get(c.req.query('done') ?? '') })
}

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
  saveFullName(c.var.deps, admin, checkForm(ownName, form).fullName)
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
  saveProfileSignature(deps, admin, png)
  return done('signature')
}

function removeSignature(c: Ctx) {
  saveProfileSignature(c.var.deps, requireAdmin(c, 'decide'), null)
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

/** Shows the page again. After a mistyped code it still shows the key for the app. */
function failed(c: Ctx, { action, reply, notice, message, status }: FailedPost) {
  const admin = adminOf(c)
  // The first of two clicks may have replaced the session that the second one sends.
  if (!admin) throw new HttpError(status, message)
  const typed = formPages[pageOf(action)]
  if (typed)
    return typed(c, admin, {
      lastResult: reply(),
      flash: notice ? refused(notice) : null,
      status,
    })
  const mayShowKey = action === 'confirm' && hasFreshPassword(c.var.deps, admin)
  const changes = {
    refusedAction: action,
    lastResult: reply(),
    flash: notice ? refused(notice) : null,
    enrolment: mayShowKey ? pendingTotp(c.var.deps, admin) : null,
  }
  return accountPage(c, admin, changes, status)
}

/** Shows a form again that was sent without a session. Codes and passwords have to be typed again. */
export function typedAgain(c: Ctx, form: URLSearchParams) {
  const action = form.get('action') ?? ''
  const typed = formPages[pageOf(action)]
  const isKept = ['name', 'email', 'signature'].includes(action)
  return typed && isKept ? typed(c, null, { lastResult: replyTo(form, {}) }) : null
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

/** Shows the page. An account that lacks a required second factor sees only the form to set it up. */
export default function AccountPage({ company, profile, flash, ...rest }: PageProps) {
  const { username, role, sessions } = profile
  const state = (action: string) =>
    action === rest.refusedAction ? { lastResult: rest.lastResult } : {}
  const steps = {
    begin: usePageForm('begin', secondFactorStep, state('begin')),
    confirm: usePageForm('confirm', secondFactorStep, state('confirm')),
  }
  const connection = usePageForm('connect', ownPassword, state('connect'))
  const forms = [steps.begin, steps.confirm, connection].map(([form]) => form)
  const mustSetUp = profile.secondFactor.isMissing
  return (
    <AdminPage
      company={company}
      reader={mustSetUp ? null : role}
      flash={flash ?? null}
      nav={mustSetUp || <BackToDashboard />}
      holdsTyping={rest.recoveryCodes.length > 0}
    >
      <ErrorSummary faults={Object.assign({}, ...forms.map((form) => faultsOf(form)))} />
      <PageHead title="My account">
        {mustSetUp
          ? 'A second factor is required for everybody. Please set yours up to continue.'
          : `Signed in as ${username}, ${roleLabels[role]}`}
      </PageHead>
      <div className="cards-flow">
        <SecondFactor
          {...profile.secondFactor}
          {...rest}
          {...steps}
          page={path}
          copy={(label, text) => <Island of={CopyButton} props={{ label, text }} />}
        />
        {!mustSetUp && rest.recoveryCodes.length === 0 && (
          <>
            <OwnCards page={path} profile={profile} maySign={mayDo(role, 'decide')} />
            <RecordCard id="sessions" title="Sessions">
              <SessionList
                sessions={sessions}
                lastResult={rest.lastResult}
                timezone={rest.timezone}
              />
            </RecordCard>
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
    </AdminPage>
  )
}

type FormPageProps = {
  company: Company
  /** `null` for a form that was sent without a session. */
  profile: PageProps['profile'] | null
  lastResult: SubmissionResult | undefined
  flash: Toast | null
}

type FramedFormProps = Pick<FormPageProps, 'company' | 'profile' | 'flash'> & {
  title: string
  faults: Record<string, string>
  isTyped: boolean
  children: ReactNode
}

const FramedForm = ({ company, profile, flash, title, ...form }: FramedFormProps) => (
  <AdminPage
    company={company}
    reader={profile?.role ?? null}
    flash={flash}
    nav={<BackToDashboard />}
    holdsTyping={form.isTyped}
  >
    <ErrorSummary faults={form.faults} />
    <FormHead title={title} back={[path, 'My account']} />
    {form.children}
  </AdminPage>
)

function NamePage({ lastResult, ...frame }: FormPageProps) {
  const name = usePageForm('name', ownName, {
    lastResult,
    defaultValue: { fullName: frame.profile?.fullName ?? '' },
  })
  const isTyped = lastResult !== undefined
  return (
    <FramedForm {...frame} title="Change name" faults={faultsOf(name[0])} isTyped={isTyped}>
      <NameForm page={path} name={name} />
    </FramedForm>
  )
}

function EmailPage({ lastResult, ...frame }: FormPageProps) {
  const address = usePageForm('email', ownEmail, {
    lastResult,
    defaultValue: { email: frame.profile?.email ?? '' },
  })
  const isTyped = lastResult !== undefined
  return (
    <FramedForm {...frame} title="Change email" faults={faultsOf(address[0])} isTyped={isTyped}>
      <EmailForm page={path} address={address} />
    </FramedForm>
  )
}

function PasswordPage({ lastResult, ...frame }: FormPageProps) {
  const password = usePageForm('password', changePassword, { lastResult })
  return (
    <FramedForm {...frame} title="Change password" faults={faultsOf(password[0])} isTyped={false}>
      <PasswordForm page={path} password={password} />
    </FramedForm>
  )
}

function SignaturePage({ lastResult, ...frame }: FormPageProps) {
  const signature = usePageForm('signature', profileSignature, { lastResult })
  const error = signature[1].signature.errors?.[0] ?? null
  const isTyped = lastResult !== undefined
  return (
    <FramedForm {...frame} title="Signature" faults={faultsOf(signature[0])} isTyped={isTyped}>
      <SignatureForm
        page={path}
        image={frame.profile?.signature ?? null}
        signature={signature}
        pad={<Island of={ProfileSignature} props={{ error }} />}
      />
    </FramedForm>
  )
}

function RenewalPage({ lastResult, ...frame }: FormPageProps) {
  const step = usePageForm('renew', secondFactorStep, { lastResult })
  const made = frame.profile?.secondFactor.codesMade ?? 0
  return (
    <FramedForm {...frame} title="New recovery codes" faults={faultsOf(step[0])} isTyped={false}>
      <RenewalForm page={path} step={step} codesMade={made} />
    </FramedForm>
  )
}

function TurnOffPage({ lastResult, ...frame }: FormPageProps) {
  const step = usePageForm('turn-off', secondFactorStep, { lastResult })
  return (
    <FramedForm
      {...frame}
      title="Turn off two-step sign-in"
      faults={faultsOf(step[0])}
      isTyped={false}
    >
      <TurnOffForm page={path} step={step} />
    </FramedForm>
  )
}

type FormPage = (c: Ctx, admin: Admin | null, shown: ShownAgain) => Page

const formPage =
  (component: ComponentType<FormPageProps>, title: string): FormPage =>
  (c, admin, { lastResult, flash = null, status = 200 }) => {
    const profile = admin && adminProfile(c.var.deps, admin)
    return page(component, { profile, lastResult, flash }, titled(title, status))
  }

/** The forms by the word of `?edit=`; each has a page of its own. */
const formPages: Record<string, FormPage> = Object.assign(Object.create(null), {
  name: formPage(NamePage, 'Change name'),
  email: formPage(EmailPage, 'Change email'),
  password: formPage(PasswordPage, 'Change password'),
  signature: formPage(SignaturePage, 'Signature'),
  renew: formPage(RenewalPage, 'New recovery codes'),
  'turn-off': formPage(TurnOffPage, 'Turn off two-step sign-in'),
})

const pageOf = (action: string) => (action === 'remove-signature' ? 'signature' : action)

/** Reads the account from the database, because the session of `admin` may just have been replaced. */
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
