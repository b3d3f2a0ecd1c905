import type { SubmissionResult } from '@conform-to/react'
import type { Admin } from '#src/domain/actor.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#src/domain/integrations/api-keys.ts'
import { sendTestEvent } from '#src/domain/integrations/webhook-delivery.ts'
import {
  addEndpoint,
  changeEndpoint,
  changeSecret,
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
import { type RegisterName, registerNames } from '#src/forms/integrations/registers.ts'
import { Script } from '#src/framework/island.tsx'
import type { Page } from '#src/framework/router.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { type Action, actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { ApiKeys } from '#src/ui/admin/integrations/ApiKeys.tsx'
import { EndpointCard, EndpointFields } from '#src/ui/admin/integrations/EndpointCard.tsx'
import { RegisterKey } from '#src/ui/admin/integrations/RegisterKey.tsx'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { SubmitLine } from '#src/ui/fields/Button.tsx'
import { faultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { failure, refused, success, type Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Integrations'

export const guard = pageNeeds('settings')

export const body = bodyLimits.reason

const path = '/admin/integrations'

export const GET = (c: Ctx) =>
  integrationsPage(c, { flash: flash.get(c.req.query('done') ?? '') ?? null })

export const POST = actions(
  {
    add: shows(async (c, admin, form) => {
      const { currentPassword, ...input } = checkForm(endpointSchema, form)
      await askPassword(c, admin, currentPassword)
      const { secret, address } = await addEndpoint(c.var.deps, admin, input)
      return integrationsPage(c, { made: { kind: 'webhook', of: address, secret } })
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
      return integrationsPage(c, { made: { kind: 'webhook', of: address, secret } })
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
      return integrationsPage(c, { made: { kind: 'key', of: name, secret: key } })
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

/** Shows a page at once: a secret is never in a URL. */
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
  const endpoint = form.get('id')
  const register = form.get('register')
  const id =
    register ?? (action === 'create-key' ? 'key' : endpoint === null ? 'new' : `change-${endpoint}`)
  const isStale = status === 412
  const flash = isStale || notice ? refused(message) : null
  return integrationsPage(c, { refused: { id, lastResult: reply() }, flash }, status)
}

type PageProps = {
  company: Company
  endpoints: ReturnType<typeof listEndpoints>
  keys: ReturnType<typeof listApiKeys>
  registers: RegisterName[]
  made: { kind: 'webhook' | 'key'; of: string; secret: string } | null
  refused: { id: string; lastResult?: SubmissionResult }
  timezone: string
  flash: Toast | null
}

export default function IntegrationsPage({ company, made, timezone, flash, ...props }: PageProps) {
  const { id, lastResult } = props.refused
  const resultOf = (form: string) => (form === id ? lastResult : undefined)
  const [form, fields] = usePageForm('new', endpointSchema, {
    lastResult: resultOf('new'),
    defaultValue: { events: webhookEventNames } as Record<string, string[]>,
  })
  const registerForms = {
    'companies-house': usePageForm('companies-house', registerKey, {
      lastResult: resultOf('companies-house'),
    }),
    hmrc: usePageForm('hmrc', registerKey, { lastResult: resultOf('hmrc') }),
  }
  const key = usePageForm('key', apiKeySchema, { lastResult: resultOf('key') })
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <ErrorSummary faults={faultsOf({ id, allErrors: lastResult?.error ?? {} })} />
      <PageHead title={title}>
        Tell other systems when something happens to an application, let them read it, and ask
        registers about it.
      </PageHead>
      <div className="sections">
        {made && (
          <section className="notice notice-good stack" aria-labelledby="new-secret">
            <h2 id="new-secret" tabIndex={-1} data-shown-once="">
              {made.kind === 'webhook' ? `Secret of ${made.of}` : `API key "${made.of}"`}
            </h2>
            <p>
              <code className="secret">{made.secret}</code>
            </p>
            <p>Copy it now. It is not shown again.</p>
          </section>
        )}
        <div className="cards">
          {props.endpoints.map((endpoint) => (
            <EndpointCard
              key={endpoint.id}
              endpoint={endpoint}
              lastResult={resultOf(`change-${endpoint.id}`)}
              timezone={timezone}
            />
          ))}
          <RecordCard wide id="new-endpoint" title="New webhook endpoint">
            <form
              id={form.id}
              method="post"
              className="fields no-print"
              noValidate
              data-in-place=""
            >
              <EndpointFields fields={fields} />
              <OwnPassword field={fields.currentPassword} />
              <SubmitLine action="add">Add Endpoint</SubmitLine>
            </form>
          </RecordCard>
          {registerNames.map((register) => (
            <RegisterKey
              key={register}
              register={register}
              isSet={props.registers.includes(register)}
              form={registerForms[register]}
            />
          ))}
          <ApiKeys keys={props.keys} made={key} timezone={timezone} />
        </div>
      </div>
      <Script name="in-place" />
    </SettingsPage>
  )
}

function integrationsPage(c: Ctx, changes: Partial<PageProps>, status = 200) {
  const { deps } = c.var
  const props = {
    endpoints: listEndpoints(deps),
    keys: listApiKeys(deps),
    registers: registersSet(deps),
    made: null,
    refused: { id: '' },
    timezone: deps.env.APP_TIMEZONE,
    flash: null,
    ...changes,
  }
  return page(IntegrationsPage, props, titled(title, status))
}
