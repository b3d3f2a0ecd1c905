import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { transact } from '#db/transaction.ts'
import { days } from '#src/domain/calendar.ts'
import { changeSecret, removeEndpoint } from '#src/domain/integrations/webhook-endpoints.ts'
import { removeOldWebhooks } from '#src/domain/integrations/webhook-request.ts'
import { eraseApplication } from '#src/domain/privacy/erase.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
import { submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'
import {
  answersOf,
  deliver,
  endpoints,
  eventsOf,
  listEndpoint,
} from '../../support/integrations.ts'
import { jsonPeer } from '../../support/mail/json-peer.ts'

test('exports the events and answers of an application, and erases them', async () => {
  const app = testApp()
  const peer = await jsonPeer(({ body }) => ({ status: 500, json: JSON.parse(body) }))
  const { id } = await listEndpoint(app, peer.url)
  const application = await submit(app.browser())
  deliver(app)
  const [answer] = await answersOf(app, id, 1)
  expect(answer?.text).toContain(application)
  const exported = JSON.stringify(exportPerson(app.deps, application))
  expect(exported).toContain('"status":500')
  const { db } = app.deps
  const row = db.orm.select().from(applications).where(eq(applications.id, application)).get()
  transact(app.deps, (deps) => eraseApplication(deps, row as never, 'person erased'))
  const { jobs, webhook_answers } = app.dump()
  expect(JSON.stringify({ jobs, webhook_answers })).not.toContain(application)
})

test('removes an endpoint’s waiting events with it, and cleans up the rest after 30 days', async () => {
  const app = testApp()
  const peer = await jsonPeer(() => ({ status: 204 }))
  const gone = await listEndpoint(app, `${peer.url}/gone`)
  const kept = await listEndpoint(app, `${peer.url}/kept`)
  await submit(app.browser())
  const waiting = () => eventsOf(app).map(({ endpoint }) => endpoint)
  expect(waiting().toSorted()).toEqual([gone.id, kept.id].toSorted())
  removeEndpoint(app.deps, gone.admin, gone.id)
  expect(waiting()).toEqual([kept.id])
  deliver(app)
  await answersOf(app, kept.id, 1)
  changeSecret(app.deps, kept.admin, { id: kept.id, version: 1 })
  app.clock.now += days(30) + 1
  removeOldWebhooks(app.deps)
  expect(endpoints(app)[0]).toMatchObject({ previousSecretSealed: null, previousUntil: null })
  expect(eventsOf(app)).toEqual([])
  expect(app.dump().webhook_answers).toEqual([])
})
