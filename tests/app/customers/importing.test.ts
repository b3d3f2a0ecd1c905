import { describe, expect, test } from 'vitest'
import { runImport } from '#src/domain/customers/import-worker.ts'
import { removeWaitingFiles } from '#src/domain/customers/steps.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { emailsOf } from '../../support/app/clients.ts'
import { storedDocuments } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'
import { csvOf, customerRows, heading } from '../../support/customer-files.ts'
import {
  act,
  customersOf,
  faultsOf,
  importChecked,
  importsOf,
  upload,
} from '../../support/customers.ts'

async function checked(file: string) {
  const app = testApp()
  const browser = await adminBrowser(app)
  await upload(app, browser, file)
  return { app, browser }
}

describe('an import', () => {
  test('stores each row as an approved customer who signed nothing, with an event and an account', async () => {
    const file = [
      `${heading},Business types,Directors,Purchase order mandatory`,
      'C1,=SUM(A1) Ltd,office@one.example,plc | LLP,Ann Smith (Director) | Bo,yes',
    ]
    const { app, browser } = await checked(file.join('\n'))
    expect((await importChecked(app, browser)).status).toBe(303)
    expect(customersOf(app)).toMatchObject([
      {
        status: 'approved',
        customer_code: 'C1',
        business_name: '=SUM(A1) Ltd',
        business_types: '["PLC","LLP"]',
        po_mandatory: 1,
        submitted_at: null,
        approved_at: null,
        finance_by: null,
      },
    ])
    expect(app.dump().directors).toMatchObject([
      { name: 'Ann Smith', position: 'Director' },
      { name: 'Bo', position: null },
    ])
    expect(app.dump().clients).toMatchObject([{ email: 'office@one.example', password_hash: null }])
    const events = app.dump().events as { action: string; application: string | null }[]
    const [id] = customersOf(app).map(({ id }) => id)
    expect(events.filter(({ application }) => application === id)).toMatchObject([
      { action: 'customer imported' },
    ])
    expect(storedDocuments(app)).toEqual([])
    expect(importsOf(app)).toMatchObject([{ state: 'finished', done_rows: 1, csv: null }])
    expect(emailsOf(app, 'portal-invitation')).toEqual([])
    const exported = await browser.get('/api/applications/export')
    expect(exported.text).toContain(`"'=SUM(A1) Ltd"`)
  })

  test('leaves out lines with a fault, and says so', async () => {
    const { app, browser } = await checked(csvOf(...customerRows(2), 'C3,Three Ltd,none'))
    await importChecked(app, browser)
    expect(customersOf(app)).toHaveLength(2)
    expect((await browser.get('/admin/customers')).text).toContain(
      '2 customers imported, 1 line left out',
    )
  })

  test('leaves out an address that was taken after the check', async () => {
    const { app, browser } = await checked(csvOf(...customerRows(3)))
    await fillDraft(app.browser(), { mainEmail: 'office@existing2.example' })
    await importChecked(app, browser)
    expect(customersOf(app).map(({ status }) => status)).toEqual(['draft', 'approved', 'approved'])
    expect(faultsOf(app)).toEqual([expect.stringMatching(/^3 mainEmail: Another application/)])
  })

  test('of the same file again finds every address taken', async () => {
    const file = csvOf(...customerRows(3))
    const { app, browser } = await checked(file)
    await importChecked(app, browser)
    await upload(app, browser, file)
    expect((await browser.get('/admin/customers')).text).toContain('There is nothing to import')
    expect(customersOf(app)).toHaveLength(3)
  })

  test('goes on after a restart where it stood, and writes no row twice', async () => {
    const { app, browser } = await checked(csvOf(...customerRows(45)))
    await act(app, browser, 'import')
    let chunks = 0
    await runImport({ ...app.deps, draining: () => ++chunks > 4 })
    expect(customersOf(app)).toHaveLength(12)
    expect(importsOf(app)).toMatchObject([{ state: 'importing', done_rows: 12 }])
    await runImport(app.deps)
    expect(customersOf(app).map(({ customer_code }) => customer_code)).toEqual(
      Array.from({ length: 45 }, (_, at) => `C${at + 1}`),
    )
  })

  test('can be stopped: what is there stays, and nothing follows', async () => {
    const { app, browser } = await checked(csvOf(...customerRows(45)))
    await act(app, browser, 'import')
    let chunks = 0
    await runImport({ ...app.deps, draining: () => ++chunks > 3 })
    await act(app, browser, 'stop')
    expect(await runImport(app.deps)).toBe(false)
    expect(customersOf(app)).toHaveLength(8)
    expect(importsOf(app)).toMatchObject([{ state: 'cancelled', csv: null }])
    expect((await browser.get('/admin/customers')).text).toContain('stopped after 8 rows')
  })

  test('is not begun twice, and not beside another', async () => {
    const { app, browser } = await checked(csvOf(...customerRows(3)))
    await act(app, browser, 'import')
    expect((await act(app, browser, 'import')).status).toBe(409)
    expect((await upload(app, browser, csvOf(...customerRows(2, 50)))).status).toBe(409)
    expect(customersOf(app)).toHaveLength(3)
  })

  test('that a colleague has begun is not discarded as a file that waits', async () => {
    const { app, browser } = await checked(csvOf(...customerRows(3)))
    await act(app, browser, 'import')
    const late = await act(app, browser, 'discard')
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('has begun meanwhile')])
    await runImport(app.deps)
    expect(customersOf(app)).toHaveLength(3)
    expect((await act(app, browser, 'stop')).text).toContain('This import has ended already')
  })

  test('whose password was refused keeps the choice to invite', async () => {
    const { app, browser } = await checked(csvOf(...customerRows(1)))
    app.clock.now += minutes(11)
    const wrong = { invite: 'yes', currentPassword: 'wrong' }
    const { text } = await act(app, browser, 'import', wrong)
    expect(text).toMatch(/name="invite"[^>]*checked|checked[^>]*name="invite"/)
  })

  test('needs a password from the last ten minutes', async () => {
    const { app, browser } = await checked(csvOf(...customerRows(1)))
    app.clock.now += minutes(11)
    const { status, text } = await act(app, browser, 'import')
    expect([status, text]).toEqual([403, expect.stringContaining('currentPassword-import-error')])
    expect(importsOf(app)).toMatchObject([{ state: 'checked' }])
  })

  test('invites each customer to the portal when asked to, at its own pace', async () => {
    const { app, browser } = await checked(csvOf(...customerRows(3)))
    await importChecked(app, browser, { invite: 'yes' })
    expect(emailsOf(app, 'portal-invitation')).toMatchObject([
      { to: { address: 'office@existing1.example' }, customerCode: 'C1' },
      { customerCode: 'C2' },
      { customerCode: 'C3' },
    ])
    const due = (app.dump().outbox as { next_at: number }[]).map(({ next_at }) => next_at)
    expect(due.map((at) => at - app.clock.now)).toEqual([0, 500, 1000])
  })

  test('forgets a file that waits for a day', async () => {
    const { app } = await checked(csvOf(...customerRows(1)))
    app.clock.now += hours(25)
    removeWaitingFiles(app.deps)
    expect(importsOf(app)).toMatchObject([{ state: 'cancelled', csv: null }])
  })

  test('is erased with the person', async () => {
    const { app, browser } = await checked(csvOf(...customerRows(2)))
    await importChecked(app, browser, { invite: 'yes' })
    await erasePerson(app.deps, 'office@existing1.example')
    expect(JSON.stringify(app.dump())).not.toContain('existing1.example')
  })
})
