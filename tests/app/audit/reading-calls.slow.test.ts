import { expect, test } from 'vitest'
import { accessSection } from '#src/domain/actor.ts'
import { accessRecorded } from '#src/domain/audit/access-log.ts'
import { createApiKey } from '#src/domain/integrations/api-keys.ts'
import { answers } from '../../support/app/application-answers.ts'
import { signedIn } from '../../support/app/clients.ts'
import { review } from '../../support/app/review.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { policies, rightOf } from '../../support/browser/policies.ts'
import { signedInAdmin, withKey } from '../../support/integrations.ts'
import { answer, ask, pdf, requestsOf } from '../../support/requests.ts'

/** Each call of the back office that reads, with the event that it leaves; `null` where nobody's data is shown. */
const reads: Record<string, string | null> = {
  'GET /admin/dashboard': 'list read',
  'GET /admin/applications/:id': 'record read',
  'GET /admin/team': null,
  'GET /admin/team/:account': null,
  'GET /admin/integrations': null,
  'GET /admin/privacy': null,
  'GET /admin/backups': null,
  'GET /admin/customers': 'list read',
  'GET /admin/customers/template': null,
  'GET /admin/email-settings': null,
  'GET /admin/sign-in': null,
  'GET /admin/company': null,
  'GET /admin/company/terms': null,
  'GET /admin/company/emails': null,
  'GET /admin/company/emails/:kind': null,
  'GET /admin/company/emails/:kind/preview': null,
  'GET /api/email-settings/microsoft/callback': null,
  'GET /admin/account': null,
  'GET /api/admin/me': null,
  'GET /api/analytics': null,
  'GET /api/applications/export': 'list exported',
  'GET /api/applications/recent-updates': 'list read',
  'GET /api/applications/:id/attachments/:file': 'attachment read',
  'GET /api/applications/:id/pdf': 'document read',
  'GET /api/applications': 'list read',
  'GET /api/applications/:id': 'record read',
  'GET /api/applications/:id/directors': 'record read',
  'GET /api/applications/:id/customer-code': 'list read',
  'GET /api/email-settings': null,
}

/** Forms whose answer shows what is stored. */
const shownByForms: [call: string, fields: Record<string, string>, event: string][] = [
  ['POST /admin/privacy', { action: 'find', who: answers[1].mainEmail }, 'person found'],
  ['POST /admin/privacy', { action: 'find', who: answers[3].invoiceEmail }, 'person found'],
  ['POST /admin/privacy', { action: 'download', who: answers[1].mainEmail }, 'person exported'],
  ['POST /admin/privacy', { action: 'download', who: answers[3].invoiceEmail }, 'person exported'],
  ['POST /admin/privacy', { action: 'erase', who: answers[1].mainEmail }, 'person found'],
  ['POST /admin/applications/:id', { action: 'note', note: '' }, 'record read'],
]

const words = /Sample Calibration|office@sample|Żółć|Bo Exämple/

/** An approved application with a code that a ledger refuses and a file of its customer, and another with the code. */
async function stage() {
  const { app, id, admin } = await review()
  const customer = await signedIn(app, { mainEmail: 'second@example.com' })
  await ask(admin, customer.id, 'Please send your accounts')
  await answer(customer.browser, { files: [pdf('accounts.pdf')] })
  const [request] = await requestsOf(admin, customer.id)
  const file = String(request?.files[0]?.id)
  for (const each of [id, customer.id]) {
    const body = { customerCode: 'TOO LONG FOR SAGE' }
    expect((await admin.patch(`/api/applications/${each}/approve`, body)).status).toBe(200)
  }
  const path = (call: string) =>
    (call.split(' ')[1] ?? '')
      .replace(':id/attachments', `${customer.id}/attachments`)
      .replace(':id', id)
      .replace(':file', file)
      .replace(':kind', 'receipt')
      .replace(':account', '1')
      .replace(/customer-code$/, 'customer-code?code=too+long+for+sage')
  /** The events that a request leaves, as the first one of a session. */
  async function eventsOf(work: () => Promise<{ text: string; status: number }>) {
    await accessRecorded(app.deps)
    app.deps.listsRead.clear()
    const before = accessEvents(app).length
    const { text, status } = await work()
    await accessRecorded(app.deps)
    return { text, status, events: accessEvents(app).slice(before) }
  }
  return { app, id, admin, path, eventsOf }
}

const accessEvents = (app: TestApp): { actor: string; action: string }[] =>
  (app.dump().events as { actor: string; action: string; section: string }[]).filter(
    ({ section }) => section === accessSection,
  )

test('lists every call of the back office that reads', () => {
  const reading = Object.entries(policies)
    .filter(
      ([call, policy]) => call.startsWith('GET ') && (rightOf(policy) || policy === 'document'),
    )
    .map(([call]) => call)
  expect(Object.keys(reads).sort()).toEqual(reading.sort())
})

test('records one event for a call that shows a customer’s data, and none for other calls', async () => {
  const { admin, path, eventsOf } = await stage()
  const wrong: string[] = []
  for (const [call, event] of Object.entries(reads)) {
    const { text, status, events } = await eventsOf(() => admin.get(path(call)))
    if (status >= 400 && !call.endsWith('callback')) wrong.push(`${call}: ${status}`)
    const actions = events.map(({ actor, action }) => `${actor}: ${action}`)
    if (actions.join() !== (event ? `reviewer: ${event}` : '')) wrong.push(`${call}: ${actions}`)
    if (event === null && words.test(text)) wrong.push(`${call} shows somebody’s data`)
  }
  expect(wrong).toEqual([])
})

test('records no read for a HEAD request, whose answer has no body', async () => {
  const { admin, path, eventsOf } = await stage()
  const wrong: string[] = []
  for (const call of Object.keys(reads)) {
    const asked = await eventsOf(() => admin.send(path(call), { method: 'HEAD' }))
    if (asked.text || asked.events.length > 0) wrong.push(`${call}: ${asked.events.length}`)
    const { status } = await admin.get(path(call))
    if (asked.status !== status && !call.endsWith('callback')) wrong.push(`${call}: ${status}`)
  }
  expect(wrong).toEqual([])
})

test.each(shownByForms)('records an event for %s with %j', async (call, fields, event) => {
  const { id, admin, path, eventsOf } = await stage()
  const { events, text } = await eventsOf(() => admin.postForm(path(call), fields))
  expect(new Set(events.map(({ action }) => action))).toEqual(new Set([event]))
  expect(JSON.stringify(events)).not.toContain('@')
  expect(text).toMatch(new RegExp(`${words.source}|${id}`))
})

test.each(['/api/applications', '/api/applications?limit=1', '/api/applications?search=sample'])(
  'records an event for a key that reads %s',
  async (path) => {
    const { app, eventsOf } = await stage()
    const { key } = createApiKey(app.deps, await signedInAdmin(app), 'ERP')
    const erp = withKey(app.browser(), key)
    const { events } = await eventsOf(() => erp.get(path))
    expect(events).toMatchObject([{ action: 'list read' }])
  },
)
