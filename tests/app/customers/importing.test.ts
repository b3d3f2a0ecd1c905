import { describe, expect, test, vi } from 'vitest'
import { jobs } from '#db/schema/jobs.ts'
import { minutes } from '#src/domain/calendar.ts'
import { importQueue } from '#src/domain/customers/import-customers.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { emailsOf } from '../../support/app/clients.ts'
import { storedDocuments } from '../../support/app/documents.ts'
import { startQueues } from '../../support/app/jobs.ts'
import { testApp } from '../../support/app/test-app.ts'
import { csvOf, customerRows, heading } from '../../support/customer-files.ts'
import {
  customersOf,
  customersPage,
  factIn,
  faultsIn,
  importFile,
  upload,
} from '../../support/customers.ts'

async function signedIn() {
  const app = testApp()
  return { app, browser: await adminBrowser(app) }
}

test('does not bring back a person who was erased while the import ran', async () => {
  const { app, browser } = await signedIn()
  await upload(browser, csvOf(...customerRows(12)), { action: 'import' })
  const { orm } = app.deps.db
  const [, theirs = ''] =
    JSON.stringify(orm.select().from(jobs).all().at(-1)?.data).match(/"mainEmail":"([^"]*)"/) ?? []
  await erasePerson(app.deps, ` ${theirs.toUpperCase()}`)
  expect(JSON.stringify(app.dump())).not.toContain(theirs)
  while (await importQueue(app.deps).turn('', new AbortController().signal));
  expect(customersOf(app)).toHaveLength(11)
  const page = await customersPage(browser)
  expect(factIn(page, 'Imported')).toBe('11 customers')
  expect(faultsIn(page)).toEqual([expect.stringContaining('was erased while the import')])
})

describe('an import', () => {
  test('imports each row as an approved customer who signed nothing, with an event and an account', async () => {
    const file = [
      `${heading},Business types,Directors,Purchase order mandatory`,
      'C1,=SUM(A1) Ltd,office@one.example,plc | LLP,Ann Smith (Director) | Bo,yes',
    ]
    const { app, browser } = await signedIn()
    expect((await importFile(app, browser, file.join('\n'))).status).toBe(200)
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
    expect(emailsOf(app, 'portal-invitation')).toEqual([])
    const exported = await browser.get('/api/applications/export')
    expect(exported.text).toContain(`"'=SUM(A1) Ltd"`)
  })

  test('leaves out an address that was taken since the check, and says so', async () => {
    const { app, browser } = await signedIn()
    await upload(browser, csvOf(...customerRows(20)), { action: 'import' })
    await fillDraft(app.browser(), { mainEmail: 'office@existing20.example' })
    startQueues(app.deps, importQueue)
    await vi.waitFor(async () => {
      const page = await customersPage(browser)
      expect(page.text).not.toContain('The import is running')
      expect(faultsIn(page)).toEqual([expect.stringMatching(/^21 Main email: Another application/)])
    })
    expect(
      customersOf(app)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([...Array.from({ length: 19 }, () => 'approved'), 'draft'])
  })

  test('resumes an import after a restart, and refuses another one meanwhile', async () => {
    const app = testApp()
    const browser = await adminBrowser(app)
    const file = csvOf(...customerRows(45))
    await upload(browser, file, { action: 'import' })
    const [once, again] = [1, 2].map(() => importQueue(app.deps))
    await once?.turn('', new AbortController().signal)
    const page = await customersPage(browser)
    expect(page.text).toContain('The import is running')
    expect(factIn(page, 'Imported')).toBe('10 customers')
    expect((await upload(browser, file, { action: 'import' })).status).toBe(409)
    while (await again?.turn('', new AbortController().signal));
    expect(factIn(await customersPage(browser), 'Imported')).toBe('45 customers')
    expect(customersOf(app).map(({ customer_code }) => customer_code)).toEqual(
      Array.from({ length: 45 }, (_, at) => `C${at + 1}`),
    )
    expect(app.dump().jobs).toEqual([])
  })

  test('asks for a password from the last ten minutes before an import', async () => {
    const { app, browser } = await signedIn()
    app.clock.now += minutes(11)
    const { status, text } = await importFile(app, browser, csvOf(...customerRows(1)))
    expect([status, text]).toEqual([
      403,
      expect.stringContaining('import-form-currentPassword-error'),
    ])
    expect(customersOf(app)).toEqual([])
  })

  test('invites each imported customer to the portal on request, at its own pace', async () => {
    const { app, browser } = await signedIn()
    await importFile(app, browser, csvOf(...customerRows(3)), { invite: 'yes' })
    expect(emailsOf(app, 'portal-invitation')).toMatchObject([
      { to: { address: 'office@existing1.example' }, customerCode: 'C1' },
      { customerCode: 'C2' },
      { customerCode: 'C3' },
    ])
    const due = (app.dump().jobs as { next_at: number }[]).map(({ next_at }) => next_at)
    expect(due.map((at) => at - app.clock.now)).toEqual([0, 500, 1000])
  })
})
