import { describe, expect, test } from 'vitest'
import { createApiKey } from '#src/domain/integrations/api-keys.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import { emailsOf, signedIn } from '../../support/app/clients.ts'
import { review } from '../../support/app/review.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { signedInAdmin, withKey } from '../../support/integrations.ts'

const typed = {
  customerCode: 'EX-001',
  creditLimit: '£ 25,000',
  paymentTerms: ' 30 days net ',
  reviewDate: '2027-11-20',
  remark: 'Knows\r\nthe owner',
}
const agreed = {
  creditLimit: 25_000,
  paymentTerms: '30 days net',
  reviewDate: '2027-11-20',
  remark: 'Knows\nthe owner',
  isInDocument: false,
}

async function stage(accountType = 'credit') {
  const { admin, api, ...rest } = await review({ accountType })
  return {
    admin,
    ...rest,
    approve: (agreement: object) => admin.patch(`${api}/approve`, agreement),
  }
}

const frozenDecision = (app: TestApp, id: string) =>
  JSON.parse(stored(app, id).documents.findLast(({ kind }) => kind === 'countersigned')?.data ?? '')

describe('the terms that accounts agree with an approval', () => {
  test('shows the agreed terms on the record and in its history, and drops them at a rejection', async () => {
    const { id, admin, approve, page: path } = await stage()
    expect((await approve(typed)).json).toMatchObject({ status: 'approved', agreed })
    const page = (await admin.get(path)).text
    for (const words of ['£25,000', '30 days net', '20 November 2027', 'the owner'])
      expect(page).toContain(words)
    const { json } = await admin.patch(`/api/applications/${id}/reject`, {})
    expect(json).toMatchObject({ status: 'rejected', agreed: null })
    const { history } = (await admin.get(`/api/applications/${id}`)).json ?? {}
    expect(JSON.stringify(history)).toContain(
      '{"field":"creditLimit","before":"25000","after":null}',
    )
  })

  test.each([
    ['creditLimit', '-1'],
    ['creditLimit', '12.50'],
    ['creditLimit', '1,00'],
    ['creditLimit', 10_000_000_000],
    ['creditLimit', {}],
    ['paymentTerms', 'x'.repeat(101)],
    ['reviewDate', '2026-02-30'],
    ['reviewDate', '2026-11-20'],
    ['remark', 'x'.repeat(2001)],
    ['isInDocument', 'maybe'],
  ])('refuses an agreed term at its field: %s %j', async (field, value) => {
    const { app, approve } = await stage()
    const before = app.dump()
    const { status, json } = await approve({ ...typed, [field]: value })
    expect([status, Object.keys(json?.errors ?? {})]).toEqual([400, [field]])
    expect(app.dump()).toEqual(before)
  })

  test('offers no credit limit for a cash account', async () => {
    const { approve, admin, page: path } = await stage('cash')
    expect((await approve(typed)).json?.errors).toEqual({
      creditLimit: 'Only credit accounts have a credit limit',
    })
    expect((await admin.get(`${path}?dialog=approve`)).text).not.toContain('id="creditLimit"')
    expect((await approve({ ...typed, creditLimit: '' })).status).toBe(200)
  })

  test('prints the agreed terms in the countersigned document only if set so, and never the remark', async () => {
    const { app, id, approve } = await stage()
    await approve(typed)
    expect(frozenDecision(app, id)).not.toHaveProperty('agreed')
    const other = await submit(app.browser(), { mainEmail: 'other@example.com' })
    const admin = await adminBrowser(app, { username: 'second', password: 'seven green lamps' })
    const given = { ...typed, isInDocument: true }
    expect((await admin.patch(`/api/applications/${other}/approve`, given)).status).toBe(200)
    const { creditLimit, paymentTerms, reviewDate } = agreed
    const frozen = frozenDecision(app, other)
    expect(frozen.agreed).toEqual({ creditLimit, paymentTerms, reviewDate })
    expect(JSON.stringify(frozen)).not.toContain('the owner')
  })

  test('shows the agreed terms in the portal, the approval email and the current view if set so', async () => {
    const app = testApp()
    const { id, browser } = await signedIn(app)
    const admin = await adminBrowser(app)
    const path = `/api/applications/${id}`
    await admin.patch(`${path}/approve`, { ...typed, isInDocument: true })
    await browser.get(`${path}/pdf`)
    const rows = [
      { label: 'Credit limit', value: '£25,000' },
      { label: 'Payment terms', value: '30 days net' },
    ]
    expect(app.pdf.made.at(-1)?.sheet.sections[0]?.rows.slice(-2)).toEqual(rows)
    const page = (await browser.get('/client-portal')).text
    for (const { label, value } of rows)
      expect(page).toContain(`<dt>${label}</dt><dd>${value}</dd>`)
    expect(page).not.toContain('the owner')
    const [email] = emailsOf(app, 'approval')
    expect(email).toMatchObject({
      agreed: [{ label: 'Account', value: 'Credit account' }, ...rows],
    })
    expect(JSON.stringify(email)).not.toContain('the owner')
    await admin.patch(`${path}/reject`, {})
    expect((await browser.get('/client-portal')).text).not.toContain('Credit limit')
  })

  test('hides agreed terms from portal and email unless set so, and only the remark from the CSV and API keys', async () => {
    const app = testApp()
    const { id, browser } = await signedIn(app)
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${id}/approve`, typed)
    const shown = [
      (await browser.get('/client-portal')).text,
      (await browser.get('/api/client/application')).text,
      JSON.stringify(app.dump().jobs),
    ].join()
    expect(shown).not.toMatch(/25,?000|30 days net|the owner/)
    const { text } = await admin.get('/api/applications/export')
    expect(text).toMatch(/"25000","30 days net"/)
    expect(text).not.toContain('the owner')
    const { key } = createApiKey(app.deps, await signedInAdmin(app), 'ERP')
    const read = await withKey(app.browser(), key).get(`/api/applications/${id}`)
    const { remark: _, ...readable } = agreed
    expect(read.json?.agreed).toEqual(readable)
    expect(read.text).not.toContain('the owner')
  })
})
