import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import type { Page, Route } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addColleague,
  adminEnv,
  plantApplication,
  signInByCall,
} from '../../support/browser/e2e-admin.ts'
import { awake } from '../../support/browser/e2e-browser.ts'
import { pdfOf } from '../../support/browser/e2e-documents.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
const desk = sharedAdmin(site, {}, /ERR_FAILED|status of (409|412|5\d\d)/)
let page: Page
let id: string

beforeAll(() => {
  page = desk.page
  addColleague(site.server, 'second', 'reviewer')
})

/** Opens the record for somebody else. */
async function colleague() {
  const { page: other } = await site.guest()
  await signInByCall(other, 'second')
  await open(other)
  return other
}

beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  id = await plantApplication(site.server, `Sample Gauges ${randomUUID()}`)
  await open(page)
})

const record = () => `/admin/applications/${id}`
const open = async (on: Page) => {
  await on.goto(record())
  await awake(on)
}
const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click()
const toast = (text: string) => page.locator('#toasts .toast', { hasText: text })
const dialog = (name: string) => page.getByRole('dialog', { name })

/** Counts what the page reads of the record. */
function countReads() {
  const reads: string[] = []
  const note = (request: { method: () => string; url: () => string }) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.includes(id)) reads.push(pathname)
  }
  page.on('request', note)
  return { reads, stop: () => page.off('request', note) }
}

test('reads the record and its directors again after a decision, and shows the answers', async () => {
  await page.route(`**/api/applications/${id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), buyerName: 'As Answered' },
    })
  })
  const directors = [{ name: 'Answered Director', position: 'Chair' }]
  await page.route(`**/api/applications/${id}/directors`, (route) =>
    route.fulfill({ json: { directors } }),
  )
  await press('Reject Application')
  await press('Reject & Send Email')
  await toast('Application rejected').waitFor()
  await page.locator('dd', { hasText: 'As Answered' }).waitFor()
  await page.locator('dt', { hasText: 'Answered Director' }).waitFor()
})

test.each([
  ['the record', '', 'Failed to fetch application'],
  ['its directors', '/directors', 'Failed to fetch directors'],
])('names %s when it cannot be read again after a success', async (_, part, text) => {
  await page.route(`**/api/applications/${id}${part}`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await press('Reject Application')
  await press('Reject & Send Email')
  await toast('customer notified via email').getByText(text).waitFor()
  expect(await dialog('Reject Application').count()).toBe(0)
})

test('reads emails that are being sent again only when their button is pressed', async () => {
  await press('Reject Application')
  await press('Reject & Send Email')
  await page.locator('.review-head .badge', { hasText: 'Rejected' }).waitFor()
  const { reads, stop } = countReads()
  await page.waitForTimeout(5_000)
  expect(reads).toEqual([])
  await press('Refresh the emails')
  await expect.poll(() => reads.length).toBe(3)
  stop()
})

test('sends the limit of an approval as a number, and a tick as a boolean', async () => {
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await press('Approve Application')
  const approve = dialog('Approve Application')
  await approve.getByLabel('Customer code').fill('NUM-1')
  await approve.getByText('Agreed terms').click()
  await approve.getByLabel('Credit limit').fill('5000')
  await approve.getByLabel('Show limit, terms and review date').check()
  await press('Approve & Send Email')
  expect((await sent).postDataJSON()).toEqual({
    customerCode: 'NUM-1',
    creditLimit: 5000,
    isInDocument: true,
  })
  await toast('Application approved').waitFor()
})

test('opens the agreed terms for a field with an error in them, and keeps them open while it is corrected', async () => {
  await press('Approve Application')
  const approve = dialog('Approve Application')
  await approve.getByLabel('Customer code').fill('FOLD-1')
  await approve.getByText('Agreed terms').click()
  await approve.getByLabel('Credit limit').fill('a lot')
  await approve.getByText('Agreed terms').click()
  await press('Approve & Send Email')
  await approve.locator('.field-error', { hasText: 'Enter whole pounds' }).waitFor()
  await approve.getByLabel('Credit limit').fill('700')
  expect(await approve.getByLabel('Payment terms').isVisible()).toBe(true)
})

test('shows in an edit what a colleague has saved meanwhile, even if the page has already read it', async () => {
  await press('Edit')
  await page.getByLabel('Buyer name').fill('Mine')
  const data = { buyerName: 'Theirs', siteContact: 'Also Theirs' }
  await page.request.patch(`/api/applications/${id}`, { data })
  await press('Take')
  await toast('You now own this application').waitFor()
  await press('Save Changes')
  await page.locator('#edit-buyerName-error', { hasText: 'has saved “Theirs”' }).waitFor()
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Mine')
  expect(await page.getByLabel('Site contact').inputValue()).toBe('Also Theirs')
  expect(await page.locator('#edit-siteContact-error').count()).toBe(0)
  await press('Save Changes')
  await toast('Application Updated').waitFor()
  const stored = await (await page.request.get(`/api/applications/${id}`)).json()
  expect(stored).toMatchObject({ buyerName: 'Mine', siteContact: 'Also Theirs' })
})

test('closes an edit without changes, and lets an odd stored answer stop no other change', async () => {
  await press('Edit')
  await press('Save Changes')
  await page.locator('#edit-record:focus').waitFor()
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  db.prepare("update applications set invoice_email = 'half an address' where id = ?").run(id)
  db.close()
  await open(page)
  await press('Edit')
  await page.getByLabel('Buyer name').fill('Changed Alone')
  await page.getByText('1 change', { exact: true }).waitFor()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await press('Save Changes')
  expect((await sent).postDataJSON()).toEqual({ buyerName: 'Changed Alone' })
  await toast('Application Updated').waitFor()
})

/** How each form is opened and filled, and what is typed in it. */
const writes: [name: string, fill: () => Promise<unknown>, button: string, typed: string][] = [
  ['a note', () => page.getByLabel('New note').fill('Typed 1'), 'Add Note', 'New note'],
  [
    'a question',
    async () => {
      await press('Ask the Customer')
      await page.getByLabel('What is missing?').fill('Typed 1')
    },
    'Send Question',
    'What is missing?',
  ],
  [
    'another sign-in address',
    async () => {
      await press('Change sign-in address')
      await page.getByLabel('New sign-in address').fill(`t${Date.now()}@example.com`)
    },
    'Move Sign-in',
    'New sign-in address',
  ],
  [
    'an edit',
    async () => {
      await press('Edit')
      await page.getByLabel('Buyer name').fill('Typed 1')
    },
    'Save Changes',
    'Buyer name',
  ],
]

test.each(writes)(
  '%s keeps what is typed without a connection, and goes out once there is one',
  async (_, fill, button, field) => {
    await fill()
    const typed = await page.getByLabel(field).inputValue()
    const down = (route: Route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort()
    await page.route(`**/*${id}*`, down)
    await press(button)
    await toast('No connection. What you typed is still here.').waitFor()
    expect(await page.getByLabel(field).inputValue()).toBe(typed)
    await page.unroute(`**/*${id}*`, down)
    await press(button)
    await page.locator('#toasts .toast-success').waitFor()
  },
)

test('tells the second of two people who take an application who has it', async () => {
  const other = await colleague()
  await press('Take', other)
  await other.getByText('Owner: second').waitFor()
  await press('Take')
  await toast('This belongs to second now').waitFor()
  await page.getByText('Owner: second').waitFor()
  await press('Take')
  await page.getByText(`Owner: ${desk.username}`).waitFor()
  await press('Hand Over')
  const handOver = dialog('Hand Over Application')
  await handOver.getByLabel('Colleague').selectOption('second')
  await handOver.getByRole('button', { name: 'Hand Over' }).click()
  await toast('Application handed over').waitFor()
  await press('Take')
  await page.getByText(`Owner: ${desk.username}`).waitFor()
  await page.locator('.sections[aria-busy=false]').waitFor()
  await press('Hand Over')
  expect(await handOver.getByLabel('Colleague').locator('option:checked').innerText()).toBe(
    'Choose a colleague',
  )
})

test('refuses a check once when a colleague has recorded it, with its file, and checks a file when it is chosen', async () => {
  await page.goto('/admin/company')
  await page.getByLabel('Checks of your own').fill('Visited the workshop')
  await press('Save Details')
  await page.getByText('Company details updated').first().waitFor()
  await open(page)
  const other = await colleague()
  const record = async (on: Page, note: string) => {
    await on.getByText('Record a check').click()
    await on.getByLabel('Result').selectOption('passed')
    await on.getByLabel('Note', { exact: true }).first().fill(note)
  }
  await record(page, 'Two benches')
  const scan = (size: number) => ({
    name: 'scan.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf('scan', size),
  })
  await page.locator('#check-files').setInputFiles(scan(11 << 20))
  await page.getByText('“scan.pdf” is larger than 10 MB').waitFor()
  await page.locator('#check-files').setInputFiles(scan(0))
  await record(other, 'Three benches')
  await press('Record Check', other)
  await other.locator('.toast', { hasText: 'Check recorded' }).waitFor()
  await press('Take')
  await page.locator('.lines', { hasText: 'Three benches' }).waitFor()
  await press('Record Check')
  await toast('since you opened this page').waitFor()
  expect(await page.getByLabel('Note', { exact: true }).first().inputValue()).toBe('Two benches')
  await press('Record Check')
  await toast('Check recorded').waitFor()
  await page.getByRole('link', { name: 'scan.pdf' }).waitFor()
})

test('shows a record as it was left when somebody goes Back to it', async () => {
  await press('Reject Application')
  await page.getByLabel('Reason (optional)').fill('Kept for Back')
  await press('Cancel')
  page.once('dialog', (asked) => asked.accept())
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.waitForURL('**/admin/dashboard**')
  await page.goBack()
  await awake(page)
  await press('Reject Application')
  await press('Reject & Send Email')
  await toast('Application rejected').waitFor()
})
