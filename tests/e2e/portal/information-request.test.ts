import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { admin } from '../../support/browser/e2e-admin.ts'
import {
  type Cookie,
  customerOf,
  says,
  signedIn,
  typeWhileAnotherTabSaves,
} from '../../support/browser/e2e-client.ts'
import { commonSite } from '../../support/browser/e2e-site.ts'

const site = commonSite()
const customer = customerOf(site)
let reviewer: Cookie

beforeAll(async () => {
  reviewer = await signedIn(site.server, '/api/admin/login', admin)
})

const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(1e5, 'x'),
  Buffer.from('\n%%EOF'),
])

function chooseTwice(element: Element) {
  const input = element as HTMLInputElement
  const transfer = new DataTransfer()
  for (const file of [...(input.files ?? []), ...(input.files ?? [])]) transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event('change'))
}

const answerIn = (page: Page) => page.getByRole('textbox', { name: 'Your answer' })

test('a reviewer asks, the customer answers with files, the reviewer downloads one', async () => {
  const { page, context } = await site.guest()
  await context.addCookies([reviewer])
  const record = `/admin/applications/${customer.id}`
  await page.goto(record)
  await page.getByRole('button', { name: 'Ask the Customer' }).click()
  await page.getByLabel('What is missing?').fill('Please send your accounts.')
  await page.getByRole('button', { name: 'Send Question' }).click()
  await says(page, 'Your question is on its way to the customer')
  await says(page, 'Waiting for the customer')
  await page.goto('/admin/dashboard?status=waiting')
  await page.getByRole('table').getByText('Waiting for the customer').first().waitFor()

  await customer.enter(page)
  await says(page, 'Please send your accounts.')
  const faults = page.locator('#error-summary, .field-invalid, .field-error')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.locator('#error-summary:focus').waitFor()
  const text = 'The second file is a letterhead.'
  await answerIn(page).fill(text)
  expect(await faults.count()).toBe(0)
  const name = 'accounts.pdf'
  const files = page.getByLabel('Files (optional)')
  const locked = Buffer.from('%PDF-1.7\ntrailer <</Encrypt 9 0 R>>\n%%EOF\n')
  await files.setInputFiles({ name: 'locked.pdf', mimeType: 'application/pdf', buffer: locked })
  await says(page, 'This PDF may ask for a password.')
  await page.getByRole('button', { name: 'Remove locked.pdf' }).click()
  await files.setInputFiles([
    { name, mimeType: 'application/pdf', buffer: pdf },
    { name: 'letter?.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
  ])
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([
    'This is not a PDF, PNG or JPEG file',
  ])
  await files.evaluate(chooseTwice)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.locator('#error-summary:focus').waitFor()
  const chosen = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  expect(await chosen.allInnerTexts()).toEqual([
    expect.not.stringContaining('is not'),
    expect.stringContaining('“letter-.exe” is not a PDF, PNG or JPEG file'),
  ])
  expect(await answerIn(page).inputValue()).toBe(text)
  await page.getByRole('button', { name: 'Remove letter?.exe' }).click()
  expect(await faults.count()).toBe(0)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await says(page, 'Answer sent')
  await says(page, 'We have your answer.')
  const answers = await page.locator('#answers-given:focus').boundingBox()
  expect(answers?.y).toBeLessThan(100)

  await page.goto(record)
  await says(page, text)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).click(),
  ])
  expect(download.suggestedFilename()).toBe(name)
  expect((await readFile(await download.path())).equals(pdf)).toBe(true)
})

test('an answer beside an edit does not let it overwrite what another tab has saved', async () => {
  const { page, context } = await site.guest({}, /status of 412/)
  await context.addCookies([reviewer])
  const asked = await page.request.post(`/admin/applications/${customer.id}`, {
    form: { action: 'ask', request: 'Who buys from us?' },
    headers: { origin: site.server.url },
  })
  expect(asked.ok()).toBe(true)
  await typeWhileAnotherTabSaves(page, customer)
  await answerIn(page).fill('The person named below')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await says(page, 'Answer sent')
  await page.getByRole('button', { name: 'Save' }).click()
  await says(page, 'This application has been changed since you opened it.')
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Being typed')
})
