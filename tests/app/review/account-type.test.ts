import { describe, expect, test } from 'vitest'
import { company } from '#db/schema/company.ts'
import { stored } from '../../support/app/applicants.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { review } from '../../support/app/review.ts'
import type { TestApp } from '../../support/app/test-app.ts'

/** An application that was approved as an account of this type. */
async function approved(accountType: 'credit' | 'cash', agreed: object = {}) {
  const account = await review({ accountType })
  await account.admin.patch(`${account.api}/approve`, { customerCode: 'EX-001', ...agreed })
  return account
}

function limitForOne({ deps }: TestApp, secondPersonAbove = 10_000) {
  const row = { id: 1, name: 'Example', salesEmail: 'sales@example.com', updatedAt: 0, version: 1 }
  deps.db.orm
    .insert(company)
    .values({ ...row, secondPersonAbove })
    .run()
}

const typeOf = (app: TestApp, id: string) => stored(app, id).application.accountType

const wayOut = 'Reject the application, change the account type'

describe('the account type of an approved application', () => {
  test('refuses an edit to credit while credit may need two persons', async () => {
    const { app, id, admin, api } = await approved('cash')
    limitForOne(app)
    const refused = await admin.patch(api, { accountType: 'credit', buyerName: 'New Buyer' })
    expect([refused.status, refused.json?.errors]).toEqual([
      400,
      { accountType: expect.stringContaining(wayOut) },
    ])
    expect(typeOf(app, id)).toBe('cash')
    expect(stored(app, id).application.buyerName).not.toBe('New Buyer')
    expect((await admin.patch(api, { accountType: 'cash', buyerName: 'New' })).status).toBe(200)
  })

  test('changes the account type by a rejection and an approval on new terms', async () => {
    const { app, id, admin, api } = await approved('cash')
    limitForOne(app)
    await admin.patch(`${api}/reject`, {})
    expect((await admin.patch(api, { accountType: 'credit' })).status).toBe(200)
    const code = { customerCode: 'EX-001' }
    expect((await admin.patch(`${api}/approve`, code)).json?.errors).toHaveProperty('creditLimit')
    expect((await admin.patch(`${api}/approve`, { ...code, creditLimit: 20_000 })).status).toBe(202)
    expect(stored(app, id).application).toMatchObject({ status: 'rejected', accountType: 'credit' })
  })

  test('refuses an edit to cash while a credit limit is agreed', async () => {
    const { app, id, admin, api } = await approved('credit', { creditLimit: 5000 })
    expect((await admin.patch(api, { accountType: 'cash' })).status).toBe(400)
    expect(typeOf(app, id)).toBe('credit')
  })

  test('does not let the customer change the account type', async () => {
    const { app, id } = await approved('cash')
    const api = '/api/client/application/business'
    const refused = await clientBrowser(app, id).put(api, { accountType: 'credit' })
    expect([refused.status, typeOf(app, id)]).toEqual([400, 'cash'])
  })
})
