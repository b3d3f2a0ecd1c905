import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { readFact } from '#db/schema/installation.ts'
import { minutes } from '#src/domain/calendar.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { csvOf, customerRows } from '../../support/customer-files.ts'
import { importFile } from '../../support/customers.ts'

const path = '/admin/customers/ledger'

async function stage() {
  const app = testApp()
  const admin = await adminBrowser(app)
  let made = 0
  async function approve(customerCode: string, fields: object = {}, agreed: object = {}) {
    made += 1
    const id = await submit(app.browser(), { mainEmail: `firm-${made}@example.com`, ...fields })
    app.clock.now += minutes(2)
    const answer = await admin.patch(`/api/applications/${id}/approve`, { customerCode, ...agreed })
    expect(answer.status).toBe(200)
    return id
  }
  const file = async (ledger: string, more: Record<string, string> = {}) => {
    const { status, text } = await admin.postForm(path, { ledger, ...more })
    expect(status).toBe(200)
    return parse(text, { bom: true }) as string[][]
  }
  return { app, admin, approve, file }
}

const codes = (rows: string[][], column: number) => rows.slice(1).map((row) => row[column])

test('exports each customer once to Sage 50 in thirty columns, and all of them again on request', async () => {
  const { approve, file } = await stage()
  await approve(
    'ACME01',
    { businessName: 'Acme Ltd', businessAddress: 'Unit 4\nDock Road, Leith', postCode: 'EH6 7DX' },
    { creditLimit: 25000, paymentTerms: '30 days net' },
  )
  const [headings, line] = await file('sage')
  expect(headings).toHaveLength(30)
  const at = (column: string) =>
    line?.[[...column].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1]
  expect([...'ABCDEFSTOI', 'AD'].map(at)).toEqual([
    ...['ACME01', 'Acme Ltd', 'Unit 4', 'Dock Road', 'Leith', 'EH6 7DX'],
    ...['25000', '30 days net', expect.stringMatching(/\d/), expect.stringMatching(/^\d/), '30'],
  ])
  await approve('NEXT02')
  expect(codes(await file('sage'), 0)).toEqual(['NEXT02'])
  expect(codes(await file('sage'), 0)).toEqual([])
  expect(codes(await file('sage', { again: 'yes' }), 0)).toEqual(['ACME01', 'NEXT02'])
})

test('exports names and codes to Xero, and a payment term only with its day', async () => {
  const { approve, file } = await stage()
  await approve('A 1', { businessName: 'First Ltd' }, { paymentTerms: '14 days net' })
  await approve('A 2', { businessName: 'Second Ltd' }, { paymentTerms: 'Proforma' })
  const rows = await file('xero')
  expect(rows[0]).toContain('*ContactName')
  expect(rows.slice(1).map((row) => [row[0], row[1], row[12], row[13]])).toEqual([
    ['First Ltd', 'A 1', '14', 'Days After'],
    ['Second Ltd', 'A 2', '', ''],
  ])
})

test('leaves out what a ledger refuses, says why, and exports it with the next file once corrected', async () => {
  const { app, admin, approve, file } = await stage()
  await approve('GOOD1')
  const id = await approve('TOO-LONG-1')
  await approve('good1')
  await approve('PLUS1', { businessName: '=1+1 Ltd' })
  const closed = await approve('CLOSED1')
  const closing = { action: 'close', closedOn: '2026-11-20', closingReason: 'Moved abroad' }
  await admin.postForm(`/admin/applications/${closed}`, closing)
  const page = await admin.get('/admin/customers')
  const words = page.text.replaceAll('<!-- -->', '')
  for (const why of [
    'The customer code is not 1 to 8 letters and digits without spaces',
    'another customer has good1 already',
    'the account is closed',
    'Business name begins with =',
  ])
    expect(words).toContain(why)
  expect(codes(await file('sage'), 0)).toEqual(['GOOD1'])
  recode(app, id, 'LONG1')
  expect(codes(await file('sage'), 0)).toEqual(['LONG1'])
})

const recode = ({ deps }: TestApp, id: string, code: string) =>
  deps.db.sqlite.prepare('update applications set customer_code = ? where id = ?').run(code, id)

test('exports customers who are imported after a file once, with the next one', async () => {
  const { app, admin, approve, file } = await stage()
  await approve('OLD1', { businessName: 'Old Ltd' })
  expect(codes(await file('xero'), 1)).toEqual(['OLD1'])
  app.clock.now += minutes(2)
  await importFile(app, admin, csvOf(...customerRows(2)))
  expect(await file('xero')).toHaveLength(3)
  expect(await file('xero')).toHaveLength(1)
})

test('fills a file past refused customers, so that nobody after them waits', async () => {
  const { app, admin, approve, file } = await stage()
  await importFile(app, admin, csvOf(...customerRows(1001)))
  app.deps.db.sqlite.exec("update applications set customer_code = customer_code || '-TOO-LONG'")
  expect(await file('sage')).toHaveLength(1)
  app.clock.now += minutes(2)
  await approve('NEW1')
  expect(codes(await file('sage'), 0)).toEqual(['NEW1'])
})

test('makes no file for an unknown ledger, and changes nothing', async () => {
  const { app, admin, approve } = await stage()
  await approve('GOOD1')
  expect((await admin.postForm(path, { ledger: 'other' })).status).toBe(400)
  expect(readFact(app.deps.db, 'ledger-file-sage')).toBeNull()
})

test('makes one of two files that are requested at once, with no customer in both', async () => {
  const { app, admin } = await stage()
  await importFile(app, admin, csvOf(...customerRows(3)))
  const both = await Promise.all([1, 2].map(() => admin.postForm(path, { ledger: 'xero' })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.text).toContain('Somebody else made a file')
})

test('says on the page how many customers are left out, and names the first hundred', async () => {
  const { app, admin } = await stage()
  await importFile(app, admin, csvOf(...customerRows(130)))
  app.deps.db.sqlite.exec("update applications set customer_code = customer_code || '-TOO-LONG'")
  const words = (await admin.get('/admin/customers')).text.replaceAll('<!-- -->', '')
  expect(words).toContain('130 customers left out, because Sage 50')
  expect(words.match(/The customer code is not/g)).toHaveLength(100)
  expect(words).toContain('<li>and 30 more</li>')
})
