import { describe, expect, test, vi } from 'vitest'
import { hours } from '#src/domain/calendar.ts'
import { changeSecret, failingEndpoints } from '#src/domain/integrations/webhook-endpoints.ts'
import { wakeJobs } from '#src/domain/jobs/jobs.ts'
import { resendJob } from '#src/domain/jobs/resend.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { answersOf, deliver, eventsOf, listEndpoint, verified } from '../../support/integrations.ts'
import { type Asked, jsonPeer } from '../../support/mail/json-peer.ts'

const accepting = () => jsonPeer(() => ({ status: 204 }))

const typeOf = ({ body }: Asked) => JSON.parse(body).type

function later(app: TestApp, time: number) {
  app.clock.now += time
  wakeJobs(app.deps, true)
}

describe('an endpoint', () => {
  test('sends an endpoint a submit, an approval, an edit and a rejection in order and without a name', async () => {
    const app = testApp()
    const peer = await accepting()
    const { id, secret } = await listEndpoint(app, peer.url)
    const application = await submit(app.browser())
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${application}/approve`, { customerCode: 'C-1001' })
    await clientBrowser(app, application).put('/api/client/application/buyer', {
      buyerName: 'Changed Sample',
    })
    await admin.patch(`/api/applications/${application}/reject`, {})
    deliver(app)
    await answersOf(app, id, 4)
    const told = peer.asked.map((asked) => verified(app, secret, asked))
    const at = '2026-11-20T10:00:00.000Z'
    expect(told).toMatchObject([
      { type: 'application.submitted', data: { status: 'submitted', customerCode: null } },
      { type: 'application.approved', data: { status: 'approved', customerCode: 'C-1001' } },
      { type: 'application.updated', data: { status: 'approved', customerCode: 'C-1001' } },
      { type: 'application.rejected', data: { status: 'rejected', customerCode: 'C-1001' } },
    ])
    const link = `${app.deps.env.APP_URL}/admin/applications/${application}`
    for (const { data } of told as { data: object }[])
      expect(data).toMatchObject({ application, link })
    expect(told[0]).toEqual({
      type: 'application.submitted',
      timestamp: at,
      data: {
        application,
        status: 'submitted',
        customerCode: null,
        changedAt: at,
        link,
      },
    })
    const everything = JSON.stringify(peer.asked)
    for (const word of [answers[1].businessName, answers[1].mainEmail, 'Changed Sample'])
      expect(everything).not.toContain(word)
  })

  test('signs with both secrets for a day after a change of the secret, then with the new one alone', async () => {
    const app = testApp()
    const peer = await accepting()
    const { id, secret: old, admin } = await listEndpoint(app, peer.url)
    const { secret: fresh } = changeSecret(app.deps, admin, { id, version: 1 })
    deliver(app)
    await submit(app.browser())
    await answersOf(app, id, 1)
    const [first] = peer.asked as [Asked]
    expect(verified(app, old, first)).toEqual(verified(app, fresh, first))
    app.clock.now += hours(24)
    await submit(app.browser(), { mainEmail: 'second@example.com' })
    await answersOf(app, id, 2)
    const second = peer.asked[1] as Asked
    expect(verified(app, fresh, second)).toMatchObject({ type: 'application.submitted' })
    expect(() => verified(app, old, second)).toThrow('No matching signature')
  })

  test('sends an event again under the same name until the endpoint accepts it, and later events wait', async () => {
    const app = testApp()
    let status = 500
    const peer = await jsonPeer(() => ({ status, json: { said: 'x'.repeat(600) } }))
    const { id, secret } = await listEndpoint(app, peer.url)
    const application = await submit(app.browser())
    deliver(app)
    await answersOf(app, id, 1)
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${application}/reject`, {})
    status = 200
    later(app, 60_000)
    const log = await answersOf(app, id, 3)
    expect(peer.asked.map(typeOf)).toEqual([
      'application.submitted',
      'application.submitted',
      'application.rejected',
    ])
    const names = peer.asked.map(({ headers }) => headers['webhook-id'])
    expect(names[0]).toBe(names[1])
    expect(names[2]).not.toBe(names[0])
    for (const asked of peer.asked.slice(1)) expect(verified(app, secret, asked)).toBeDefined()
    expect(log.map((answer) => [answer.status, answer.reason, answer.text.length])).toEqual([
      [200, null, 500],
      [200, null, 500],
      [500, 'REJECTED', 500],
    ])
  })

  test('moves on to the next event after two refusals of one, which Resend sends again', async () => {
    const app = testApp()
    let status = 422
    const peer = await jsonPeer(({ body }) => ({
      status: JSON.parse(body).type === 'application.submitted' ? status : 200,
    }))
    const { id, admin } = await listEndpoint(app, peer.url)
    const application = await submit(app.browser())
    await (await adminBrowser(app)).patch(`/api/applications/${application}/reject`, {})
    deliver(app)
    await answersOf(app, id, 1)
    later(app, 60_000)
    await answersOf(app, id, 3)
    expect(eventsOf(app).map(({ state, lastReason }) => [state, lastReason])).toEqual([
      ['dead', 'REJECTED 422'],
      ['sent', null],
    ])
    status = 200
    resendJob(app.deps, admin, 'webhook', eventsOf(app)[0]?.id ?? 0)
    await answersOf(app, id, 4)
    expect(eventsOf(app)[0]?.state).toBe('sent')
  })

  test('lets an endpoint that hangs delay neither another endpoint nor the stop of the server', async () => {
    const app = testApp()
    const hanging = await jsonPeer(() => new Promise(() => {}))
    const peer = await accepting()
    const slow = await listEndpoint(app, hanging.url)
    const { id } = await listEndpoint(app, peer.url)
    const worker = deliver(app)
    await submit(app.browser())
    await vi.waitFor(() => expect(hanging.asked).toHaveLength(1), 10_000)
    const application = await submit(app.browser(), { mainEmail: 'second@example.com' })
    await answersOf(app, id, 2)
    expect(hanging.asked).toHaveLength(1)
    expect(peer.asked.map(({ body }) => JSON.parse(body).data.application)[1]).toBe(application)
    await worker.stop()
    // The event has neither failed nor been sent; it is sent when the lease has expired.
    expect(eventsOf(app).find(({ endpoint }) => endpoint === slow.id)?.state).toBe('leased')
  })

  test('sends no event twice to an endpoint that answers 410, and names it on the dashboard', async () => {
    const app = testApp()
    let status = 410
    const peer = await jsonPeer(() => ({ status }))
    const { id, admin } = await listEndpoint(app, peer.url)
    const application = await submit(app.browser())
    deliver(app)
    await answersOf(app, id, 1)
    const host = new URL(peer.url).host
    expect(eventsOf(app).map(({ state }) => state)).toEqual(['dead'])
    expect(failingEndpoints(app.deps)).toMatchObject([{ host }])
    status = 200
    await (await adminBrowser(app)).patch(`/api/applications/${application}/reject`, {})
    await answersOf(app, id, 2)
    expect(failingEndpoints(app.deps)).toEqual([])
    const [given] = eventsOf(app)
    resendJob(app.deps, admin, 'webhook', given?.id ?? 0)
    await answersOf(app, id, 3)
    const names = peer.asked.map(({ headers }) => headers['webhook-id'])
    expect(names[2]).toBe(names[0])
  })

  test('names a failing endpoint on the dashboard after an hour, and moves on after two days', async () => {
    const app = testApp()
    const peer = await jsonPeer(() => ({ status: 503 }))
    const { id } = await listEndpoint(app, peer.url)
    const application = await submit(app.browser())
    deliver(app)
    await answersOf(app, id, 1)
    expect(failingEndpoints(app.deps)).toEqual([])
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${application}/reject`, {})
    app.clock.now += hours(1)
    const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
    expect(text).toContain(
      `The webhook endpoint ${new URL(peer.url).host} has accepted no event since`,
    )
    later(app, hours(48))
    await answersOf(app, id, 3)
    expect(peer.asked.map(typeOf)).toEqual([
      'application.submitted',
      'application.submitted',
      'application.rejected',
    ])
    expect(eventsOf(app)[0]?.state).toBe('dead')
  })
})
