import { hasFreshPassword } from '#src/domain/accounts/admin-sessions.ts'
import type { Admin } from '#src/domain/actor.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#src/domain/integrations/api-keys.ts'
import { listEndpoints } from '#src/domain/integrations/endpoint-list.ts'
import { sendTestEvent } from '#src/domain/integrations/test-event.ts'
import {
  addEndpoint,
  changeEndpoint,
  changeSecret,
  disableEndpoint,
  enableEndpoint,
  endpointOf,
  removeEndpoint,
} from '#src/domain/integrations/webhook-endpoints.ts'
import { discardRow, resendRow } from '#src/domain/outbox/stuck-rows.ts'
import {
  apiKeyId,
  apiKeySchema,
  endpointId,
  endpointSchema,
  endpointSeen,
  queuedEvent,
} from '#src/forms/integrations/integration-forms.ts'
import { webhookEventNames, webhookEvents } from '#src/forms/integrations/webhook-events.ts'
import { Script } from '#src/framework/island.tsx'
import type { Page } from '#src/framework/page.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled } from '#src/http/page.ts'
import { type Action, actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import {
  type Integrations,
  IntegrationsList,
} from '#src/ui/admin/integrations/IntegrationsList.tsx'
import { SettingsPage } from '#src/ui/admin/SettingsPage.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused } from '#src/ui/toasts/toast-kinds.ts'

export const title = 'Integrations'

export const guard = pageNeeds('settings')

const path = '/admin/integrations'

export const GET = (c: Ctx) => integrationsPage(c, {}, flash.get(c.req.query('done') ?? ''))

/** What is dangerous needs a password that was given in the last ten minutes. */
export const POST = actions(
  {
    add: shows(async (c, admin, form) => {
      const input = checkForm(endpointSchema, endpointFields(form))
      await askPassword(c, admin, Object.fromEntries(form))
      const { secret, address } = await addEndpoint(c.var.deps, admin, input)
      return integrationsPage(c, { made: { kind: 'webhook', of: address, secret } })
    }),
    change: does(async (c, admin, form) => {
      const { deps } = c.var
      const seen = checkForm(endpointSeen, form)
      const input = checkForm(endpointSchema, endpointFields(form))
      const isElsewhere = endpointOf(deps, seen.id)?.address !== input.address
      if (isElsewhere) await askPassword(c, admin, Object.fromEntries(form))
      await changeEndpoint(deps, admin, { ...seen, ...input })
    }),
    secret: shows(async (c, admin, form) => {
      const seen = checkForm(endpointSeen, form)
      await askPassword(c, admin, Object.fromEntries(form))
      const { secret, address } = changeSecret(c.var.deps, admin, seen)
      return integrationsPage(c, { made: { kind: 'webhook', of: address, secret } })
    }),
    test: shows(async (c, admin, form) => {
      await limit(c, 'testMail')
      const { ok, words } = await sendTestEvent(c.var.deps, admin, idOf(form))
      return integrationsPage(
        c,
        {},
        { kind: ok ? 'success' : 'error', title: 'Test event', text: words },
      )
    }),
    disable: does((c, admin, form) => disableEndpoint(c.var.deps, admin, idOf(form))),
    enable: does((c, admin, form) => enableEndpoint(c.var.deps, admin, idOf(form))),
    remove: does((c, admin, form) => removeEndpoint(c.var.deps, admin, idOf(form))),
    resend,
    discard: does((c, admin, form) => discardRow(c.var.deps, admin, 'webhook', eventOf(form))),
    'create-key': shows(async (c, admin, form) => {
      const { name } = checkForm(apiKeySchema, form)
      await askPassword(c, admin, Object.fromEntries(form))
      const { key } = createApiKey(c.var.deps, admin, name)
      return integrationsPage(c, { made: { kind: 'key', of: name, secret: key } })
    }),
    'revoke-key': does((c, admin, form) =>
      revokeApiKey(c.var.deps, admin, checkForm(apiKeyId, form).key),
    ),
  },
  failed,
  bodyLimits.reason,
)

function resend(c: Ctx, form: URLSearchParams) {
  const { deps } = c.var
  const event = eventOf(form)
  const isOff = listEndpoints(deps).some(
    ({ disabledFor, failed }) => disabledFor && failed.some(({ id }) => id === event),
  )
  resendRow(deps, requireAdmin(c, 'settings'), 'webhook', event)
  return `${path}?done=${isOff ? 'resend-later' : 'resend'}`
}

type Work<Result> = (c: Ctx, admin: Admin, form: URLSearchParams) => Result

/** An action that shows a page at once: a secret is never in a URL. */
function shows(work: Work<Promise<Page>>): Action {
  return (c, form) => work(c, requireAdmin(c, 'settings'), form)
}

/** An action after which the list says what was done. */
function does(work: Work<unknown>): Action {
  return async (c, form) => {
    await work(c, requireAdmin(c, 'settings'), form)
    return `${path}?done=${form.get('action')}`
  }
}

const endpointFields = (form: URLSearchParams) => ({
  ...Object.fromEntries(form),
  events: form.getAll('events'),
})

const idOf = (form: URLSearchParams) => checkForm(endpointId, form).id

const eventOf = (form: URLSearchParams) => checkForm(queuedEvent, form).event

/** What the page says after an action. */
const flash = new Map<string, Toast>(
  Object.entries({
    change: 'The endpoint has been saved',
    disable: 'The endpoint is disabled',
    enable: 'The endpoint is on',
    remove: 'The endpoint has been removed',
    resend: 'The event is being sent again',
    'resend-later': 'The event is sent again once the endpoint is enabled',
    discard: 'The event has been discarded',
    'revoke-key': 'The key has been revoked',
  }).map(([action, title]) => [action, { kind: 'success', title }]),
)

/** What a refused form shows again. */
const kept = ['address', 'events', 'name']

/** Of the forms of one page each has its own name: an endpoint's id, `new` or `key`. */
function failed(c: Ctx, { action, form, status, message, errors, notice }: FailedPost) {
  const of = action === 'create-key' ? 'key' : (form.get('id') ?? 'new')
  const typed = Object.fromEntries(kept.map((name) => [name, form.getAll(name)]))
  const isStale = status === 412
  const toast = isStale || notice ? refused(message) : undefined
  return integrationsPage(c, { refused: { of, typed, errors } }, toast, status)
}

type PageProps = { company: Company; integrations: Integrations; flash: Toast | null }

/** The systems that are told of events, and the keys with which systems read. */
export default function IntegrationsPage({ company, integrations, flash }: PageProps) {
  const { of, errors } = integrations.refused
  const faults = Object.entries(errors).map(([name, text]) => [`${name}-${of}`, text])
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <ErrorSummary faults={Object.fromEntries(faults)} />
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">
          Tell other systems when something happens to an application, and let them read it.
        </p>
      </div>
      <IntegrationsList {...integrations} />
      <Script name="admin-frame" />
    </SettingsPage>
  )
}

function integrationsPage(c: Ctx, given: Partial<Integrations>, flash?: Toast, status = 200) {
  const { deps } = c.var
  const integrations: Integrations = {
    endpoints: listEndpoints(deps),
    keys: listApiKeys(deps),
    choices: webhookEventNames.map((value) => ({
      value,
      label: webhookEvents[value],
      hint: value,
    })),
    made: null,
    refused: { of: '', typed: {}, errors: {} },
    asksPassword: !hasFreshPassword(deps, requireAdmin(c, 'settings')),
    timezone: deps.env.APP_TIMEZONE,
    ...given,
  }
  return page(IntegrationsPage, { integrations, flash: flash ?? null }, titled(title, status))
}
