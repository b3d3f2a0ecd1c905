import { type SubmissionResult, useForm } from '@conform-to/react'
import CopyButton from '#islands/CopyButton.tsx'
import type { Admin } from '#src/domain/actor.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#src/domain/integrations/api-keys.ts'
import { sendTestEvent } from '#src/domain/integrations/webhook-delivery.ts'
import {
  addEndpoint,
  changeEndpoint,
  changeSecret,
  type Endpoint,
  endpointOf,
  listEndpoints,
  removeEndpoint,
} from '#src/domain/integrations/webhook-endpoints.ts'
import { discardJob, resendJob } from '#src/domain/jobs/resend.ts'
import { registersSet } from '#src/domain/registers/keys.ts'
import { removeRegisterKey, saveRegisterKey } from '#src/domain/registers/register-settings.ts'
import {
  apiKeyId,
  apiKeySchema,
  endpointChange,
  endpointId,
  endpointSchema,
  queuedEvent,
  secretChange,
} from '#src/forms/integrations/integration-forms.ts'
import { webhookEventNames } from '#src/forms/integrations/integration-texts.ts'
import { oneRegister, registerKey } from '#src/forms/integrations/register-forms.ts'
import {
  type RegisterName,
  registerLabels,
  registerNames,
} from '#src/forms/integrations/registers.ts'
import { Island } from '#src/framework/island.tsx'
import type { Page } from '#src/framework/router.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, type ShownAgain, titled, usePageForm } from '#src/http/page.ts'
import { type Action, actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { FormHead, SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { ApiKeys } from '#src/ui/admin/integrations/ApiKeys.tsx'
import { EndpointCard, EndpointFields } from '#src/ui/admin/integrations/EndpointCard.tsx'
import { RegisterCard, RegisterKeyForm } from '#src/ui/admin/integrations/RegisterKey.tsx'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { faultsOf, hiddenOf, inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { failure, refused, success, type Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Integrations'

export const guard = pageNeeds('settings')

export const body = bodyLimits.reason

const path = '/admin/integrations'

export function GET(c: Ctx) {
  const form = c.req.query('edit') ?? ''
  if (form === 'change') {
    const id = c.req.query('id') ?? ''
    const endpoint = endpointOf(c.var.deps, id)
    if (endpoint) return endpointPage(id, endpoint, {})
  }
  if (form === 'add') return endpointPage(null, null, {})
  if (form === 'create-key') return keyPage({})
  if (isRegister(form)) return registerPage(form, {})
  return integrationsPage(c, { flash: flash.get(c.req.query('done') ?? '') ?? null })
}

const isRegister = (text: string): text is RegisterName =>
  registerNames.some((name) => name === text)

export const POST = actions(
  {
    add: shows(async (c, admin, form) => {
      const { currentPassword, ...input } = checkForm(endpointSchema, form)
      await askPassword(c, admin, currentPassword)
      const { secret, address } = await addEndpoint(c.var.deps, admin, input)
      return secretPage(`Secret of ${address}`, secret)
    }),
    change: does(async (c, admin, form) => {
      const { deps } = c.var
      const { currentPassword, ...input } = checkForm(endpointChange, form)
      const isElsewhere = endpointOf(deps, input.id)?.address !== input.address
      if (isElsewhere) await askPassword(c, admin, currentPassword)
      await changeEndpoint(deps, admin, input)
    }),
    secret: shows(async (c, admin, form) => {
      const { currentPassword, ...change } = checkForm(secretChange, form)
      await askPassword(c, admin, currentPassword)
      const { secret, address } = changeSecret(c.var.deps, admin, change)
      return secretPage(`Secret of ${address}`, secret)
    }),
    test: shows(async (c, admin, form) => {
      await limit(c, 'testMail')
      const { ok, words } = await sendTestEvent(c.var.deps, admin, idOf(form))
      const flash = ok ? success('Test event', words) : failure('Test event', words)
      return integrationsPage(c, { flash })
    }),
    remove: does((c, admin, form) => removeEndpoint(c.var.deps, admin, idOf(form))),
    resend: does((c, admin, form) => resendJob(c.var.deps, admin, 'webhook', eventOf(form))),
    discard: does((c, admin, form) => discardJob(c.var.deps, admin, 'webhook', eventOf(form))),
    'create-key': shows(async (c, admin, form) => {
      const { name, currentPassword } = checkForm(apiKeySchema, form)
      await askPassword(c, admin, currentPassword)
      const { key } = createApiKey(c.var.deps, admin, name)
      return secretPage(`API key “${name}”`, key)
    }),
    'register-key': does(async (c, admin, form) => {
      const { register, clientId, clientSecret, currentPassword } = checkForm(registerKey, form)
      await askPassword(c, admin, currentPassword)
      saveRegisterKey(c.var.deps, admin, register, { clientId, secret: clientSecret })
    }),
    'remove-register': does((c, admin, form) =>
      removeRegisterKey(c.var.deps, admin, checkForm(oneRegister, form).register),
    ),
    'revoke-key': does((c, admin, form) =>
      revokeApiKey(c.var.deps, admin, checkForm(apiKeyId, form).key),
    ),
  },
  failed,
)

type Work<Result> = (c: Ctx, admin: Admin, form: URLSearchParams) => Result

/** Answers with the page instead of a redirect, because a secret must never be in a URL. */
function shows(work: Work<Promise<Page>>): Action {
  return (c, form) => work(c, requireAdmin(c, 'settings'), form)
}

function does(work: Work<unknown>): Action {
  return async (c, form) => {
    await work(c, requireAdmin(c, 'settings'), form)
    return `${path}?done=${form.get('action')}`
  }
}

const idOf = (form: URLSearchParams) => checkForm(endpointId, form).id

const eventOf = (form: URLSearchParams) => checkForm(queuedEvent, form).event

const flash = new Map<string, Toast>(
  Object.entries({
    change: 'The endpoint has been saved',
    remove: 'The endpoint has been removed',
    resend: 'The event is being sent again',
    discard: 'The event has been discarded',
    'revoke-key': 'The key has been revoked',
    'register-key': 'The key has been saved',
    'remove-register': 'The key has been removed',
  }).map(([action, title]) => [action, { kind: 'success', title }]),
)

function failed(c: Ctx, { action, form, status, message, notice, reply }: FailedPost) {
  const lastResult = reply()
  const flash = status === 412 || notice ? refused(message) : null
  const typed = formPage(form, { lastResult, flash, status })
  return (
    typed ??
    integrationsPage(
      c,
      { refusedAction: action, lastResult, flash: flash ?? refused(message) },
      status,
    )
  )
}

export const typedAgain = (_: Ctx, form: URLSearchParams) =>
  formPage(form, { lastResult: replyTo(form, {}) })

/** Returns the page of the form, or `null` for a button. */
function formPage(form: URLSearchParams, shown: ShownAgain): Page | null {
  const register = form.get('register') ?? ''
  switch (form.get('action')) {
    case 'add':
      return endpointPage(null, null, shown)
    case 'change':
      return endpointPage(form.get('id'), null, shown)
    case 'create-key':
      return keyPage(shown)
    case 'register-key':
      return registerPage(isRegister(register) ? register : 'companies-house', shown)
    default:
      return null
  }
}

type PageProps = {
  company: Company
  endpoints: ReturnType<typeof listEndpoints>
  keys: ReturnType<typeof listApiKeys>
  registers: RegisterName[]
  refusedAction: string
  lastResult: SubmissionResult | undefined
  timezone: string
  flash: Toast | null
}

export default function IntegrationsPage({ company, timezone, flash, ...props }: PageProps) {
  const { endpoints, keys, registers, refusedAction, lastResult } = props
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <PageHead title={title}>
        Tell other systems when something happens to an application, let them read it, and ask
        registers about it.
      </PageHead>
      <div className="sections">
        <div className="cards">
          {endpoints.map((endpoint) => (
            <EndpointCard
              key={endpoint.id}
              page={path}
              endpoint={endpoint}
              lastResult={refusedAction === 'secret' ? lastResult : undefined}
              timezone={timezone}
            />
          ))}
          <RecordCard wide id="new-endpoint" title="Webhooks">
            <p>Each endpoint receives the events that you choose for it, and has its own secret.</p>
            <div className="actions">
              <ButtonLink small href={`${path}?edit=add`}>
                Add Endpoint
              </ButtonLink>
            </div>
          </RecordCard>
          {registerNames.map((register) => (
            <RegisterCard
              key={register}
              page={path}
              register={register}
              isSet={registers.includes(register)}
            />
          ))}
          <ApiKeys page={path} keys={keys} timezone={timezone} />
        </div>
      </div>
    </SettingsPage>
  )
}

function integrationsPage(c: Ctx, changes: Partial<PageProps>, status = 200) {
  const { deps } = c.var
  const props = {
    endpoints: listEndpoints(deps),
    keys: listApiKeys(deps),
    registers: registersSet(deps),
    refusedAction: '',
    lastResult: undefined,
    timezone: deps.env.APP_TIMEZONE,
    flash: null,
    ...changes,
  }
  return page(IntegrationsPage, props, titled(title, status))
}

type FormPageProps = {
  company: Company
  lastResult: SubmissionResult | undefined
  flash: Toast | null
}

type EndpointPageProps = FormPageProps & {
  /** `null` for a new endpoint. */
  id: string | null
  stored: { address: string; events: string[]; version: string } | null
}

function EndpointPage({ company, id, stored, lastResult, flash }: EndpointPageProps) {
  const [form, fields] = useForm<EndpointTyping>({
    id: 'endpoint',
    lastResult,
    defaultValue: stored ?? { address: '', events: [...webhookEventNames], version: '' },
  })
  return (
    <SettingsPage
      current={path}
      company={company}
      flash={flash}
      lastResult={lastResult}
      faults={faultsOf(form)}
    >
      <FormHead
        title={id === null ? 'New webhook endpoint' : 'Change webhook endpoint'}
        back={[path, title]}
      />
      <PostForm id={form.id} action={path} className="card fields" noValidate>
        {id !== null && (
          <>
            <input type="hidden" name="id" value={id} />
            <input {...hiddenOf(fields.version)} />
          </>
        )}
        <EndpointFields fields={fields} />
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action={id === null ? 'add' : 'change'}>
          {id === null ? 'Add Endpoint' : 'Save Changes'}
        </SubmitLine>
      </PostForm>
    </SettingsPage>
  )
}

type EndpointTyping = {
  address: string
  events: string[]
  version: string
  currentPassword?: string
}

function endpointPage(id: string | null, endpoint: Endpoint | null, shown: ShownAgain) {
  const { lastResult, flash = null, status = 200 } = shown
  const stored = endpoint && {
    address: endpoint.address,
    events: endpoint.events,
    version: String(endpoint.version),
  }
  const name = id === null ? 'New webhook endpoint' : 'Change webhook endpoint'
  return page(EndpointPage, { id, stored, lastResult, flash }, titled(name, status))
}

function KeyPage({ company, lastResult, flash }: FormPageProps) {
  const [form, fields] = usePageForm('key', apiKeySchema, { lastResult })
  return (
    <SettingsPage
      current={path}
      company={company}
      flash={flash}
      lastResult={lastResult}
      faults={faultsOf(form)}
    >
      <FormHead title="New API key" back={[path, title]} />
      <PostForm id={form.id} action={path} className="card fields" noValidate>
        <TextField
          {...inputOf(fields.name)}
          label="Name of the new key"
          hint="The system that uses it, such as ERP"
          autoComplete="off"
        />
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="create-key">Create Key</SubmitLine>
      </PostForm>
    </SettingsPage>
  )
}

const keyPage = ({ lastResult, flash = null, status = 200 }: ShownAgain) =>
  page(KeyPage, { lastResult, flash }, titled('New API key', status))

function RegisterPage({
  company,
  register,
  lastResult,
  flash,
}: FormPageProps & { register: RegisterName }) {
  const form = usePageForm(register, registerKey, { lastResult })
  return (
    <SettingsPage
      current={path}
      company={company}
      flash={flash}
      lastResult={lastResult}
      faults={faultsOf(form[0])}
    >
      <FormHead title={`Key for ${registerLabels[register]}`} back={[path, title]} />
      <RegisterKeyForm page={path} register={register} form={form} />
    </SettingsPage>
  )
}

const registerPage = (
  register: RegisterName,
  { lastResult, flash = null, status = 200 }: ShownAgain,
) =>
  page(
    RegisterPage,
    { register, lastResult, flash },
    titled(`Key for ${registerLabels[register]}`, status),
  )

type SecretPageProps = { company: Company; name: string; secret: string }

/** The secret has a page to itself, so that no other button leads away from it. */
function SecretPage({ company, name, secret }: SecretPageProps) {
  return (
    <SettingsPage current={path} company={company} flash={null} holdsTyping>
      <section className="notice notice-good stack" aria-labelledby="new-secret">
        {/* biome-ignore lint/a11y/noAutofocus: the answer to a post begins with the secret */}
        <h1 id="new-secret" tabIndex={-1} autoFocus className="shown-once">
          {name}
        </h1>
        <p>
          <code className="secret">{secret}</code>
        </p>
        <p>Copy it now. It will not be shown again, even if you reload this page.</p>
        <form method="get" action={path} className="stack no-print">
          <label className="choice">
            <input type="checkbox" required /> I have copied it
          </label>
          <div className="actions">
            <Island of={CopyButton} props={{ label: 'Copy', text: secret }} />
            <Button small type="submit">
              Done
            </Button>
          </div>
        </form>
      </section>
    </SettingsPage>
  )
}

const secretPage = (name: string, secret: string) =>
  page(SecretPage, { name, secret }, { title: name })
