import { expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { stored } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { signedIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'

const { position, agreementDate } = answers[5]
const other = { position: 'Chair', agreementDate: '2026-11-19' }
const decision = { financeDate: '2026-11-19', financeDecision: 'Approved', financeSignature: 'x' }

test('keeps what was signed, and saves what else was sent with it', async () => {
  const { app, id, client, admin } = await signed()
  const section = '/api/client/application/delivery'
  expect((await client.put(section, { ...other, siteContact: 'Zoe' })).status).toBe(200)
  expect(stored(app, id).application).toMatchObject({
    position,
    agreementDate,
    siteContact: 'Zoe',
  })
  const path = `/api/applications/${id}`
  expect((await admin.patch(path, { ...other, ...decision, siteContact: 'Max' })).status).toBe(200)
  const { application } = stored(app, id)
  expect(application).toMatchObject({ position, agreementDate, siteContact: 'Max' })
  expect(application).toMatchObject({ financeDate: null, financeDecision: null })
})

test.each([{ position: 'Chair' }, other, { ...other, authSignature: 'x' }])(
  'refuses a request with %j alone, from clients and administrators alike',
  async (body) => {
    const { app, client, admin, id } = await signed()
    const before = stored(app, id)
    const refused = await client.put('/api/client/application/delivery', body)
    expect([refused.status, refused.json?.message]).toEqual([
      400,
      'The signature, its name, position and date stay as they were signed',
    ])
    expect((await admin.patch(`/api/applications/${id}`, body)).status).toBe(400)
    expect((await admin.patch(`/api/applications/${id}`, { ...body, ...decision })).status).toBe(
      400,
    )
    expect(stored(app, id)).toEqual(before)
  },
)

async function signed() {
  const app = testApp()
  const { id, browser: client } = await signedIn(app)
  return { app, id, client, admin: await adminBrowser(app) }
}
