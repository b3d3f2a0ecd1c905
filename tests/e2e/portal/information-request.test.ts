import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admin } from '../../support/browser/e2e-admin.ts'
import { awake } from '../../support/browser/e2e-browser.ts'
import { type Cookie, customerOf, says, signedIn } from '../../support/browser/e2e-client.ts'
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

test('lets a reviewer ask, the customer answer with files, and the reviewer download one', async () => {
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
  const faults = page.locator('.error-summary, .field-invalid, .field-error')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.locator('.error-summary:focus').waitFor()
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
  expect(await page.getByRole('listitem').getByRole('alert').allInnerTexts()).toEqual([
    '“letter-.exe” is not a PDF, PNG or JPEG file',
  ])
  await files.evaluate(chooseTwice)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.locator('.error-summary:focus').waitFor()
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

describe('an answer', () => {
  const ask = async (page: Page, request: string) => {
    const asked = await page.request.post(`/admin/applications/${customer.id}`, {
      form: { action: 'ask', request },
      headers: { origin: site.server.url, cookie: `${reviewer.name}=${reviewer.value}` },
    })
    expect(asked.ok()).toBe(true)
  }
  const files = (page: Page) => page.getByLabel('Files (optional)')
  const send = (page: Page) => page.getByRole('button', { name: 'Send answer' }).click()
  const fileOf = (name: string, bytes: number) => ({
    name,
    mimeType: 'application/pdf',
    buffer: bytes === pdf.length ? pdf : Buffer.alloc(bytes, 'x'),
  })
  let page: Page

  beforeEach(async () => {
    const visit = await site.guest({}, /status of (412|413|409)|ERR_/)
    page = visit.page
    await visit.context.addCookies([reviewer])
  })

  test('checks an answer’s files when they are chosen, and sends nothing invalid', async () => {
    await ask(page, 'Your accounts, please.')
    await customer.enter(page)
    await awake(page)
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await files(page).setInputFiles([
      fileOf('big.pdf', 10 * 1024 * 1024 + 1),
      fileOf('none.pdf', 0),
      fileOf('photo.heic', 10),
      ...['a', 'b', 'c'].map((name, at) => fileOf(`${name}.pdf`, 100 + at)),
    ])
    const faults = [
      '“big.pdf” is larger than 10 MB',
      '“none.pdf” is empty',
      'It is an iPhone photo (HEIC)',
      'Choose at most 5 files',
    ]
    for (const fault of faults) await page.getByRole('alert').getByText(fault).waitFor()
    await send(page)
    await page.locator('.error-summary:focus').waitFor()
    for (const fault of faults) await page.locator('.error-summary').getByText(fault).waitFor()
    expect(posts).toEqual([])
    for (const name of ['big.pdf', 'none.pdf', 'photo.heic'])
      await page.getByRole('button', { name: `Remove ${name}` }).click()
    expect(await page.locator('.error-summary, .field-error').count()).toBe(0)
  })

  test('shows how much of an answer’s files was sent', async () => {
    await customer.enter(page)
    await awake(page)
    const network = await page.context().newCDPSession(page)
    const throughput = 60_000
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: throughput,
    })
    await files(page).setInputFiles(fileOf('accounts.pdf', pdf.length))
    await send(page)
    await page.getByRole('button', { name: /Sending\.\.\. \d+%/ }).waitFor()
    await says(page, 'Answer sent')
  })

  test('explains that nginx refused an answer, and keeps it', async () => {
    await ask(page, 'And a letterhead.')
    await customer.enter(page)
    await awake(page)
    await answerIn(page).fill('Here it is')
    await page.route('**/client-portal*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>Too Large</h1>' })
        : route.continue(),
    )
    await send(page)
    await says(page, 'The file is larger than the server accepts.')
    expect(await answerIn(page).inputValue()).toBe('Here it is')
  })

  test('keeps an answer on the page when its question was withdrawn meanwhile', async () => {
    await customer.enter(page)
    await awake(page)
    await answerIn(page).fill('Written for nothing')
    const id = await page.locator('input[name=request]').inputValue()
    const withdrawn = await page.request.post(`/admin/applications/${customer.id}`, {
      form: { action: 'withdraw', request: id },
      headers: { origin: site.server.url },
    })
    expect(withdrawn.ok()).toBe(true)
    await send(page)
    await says(page, 'This is what you wrote:')
    await page.locator('.lines', { hasText: 'Written for nothing' }).waitFor()
    await answerIn(page).waitFor({ state: 'detached' })
  })

  test('overwrites nothing that another tab has saved when an answer is sent beside an edit', async () => {
    await ask(page, 'Who buys from us?')
    await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
    await awake(page)
    await page.getByLabel('Buyer name').fill('Being typed')
    await customer.save(page, 'buyer', { buyerName: 'Bought Beside' })
    await answerIn(page).fill('The person named below')
    await send(page)
    await says(page, 'Answer sent')
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page, 'This application has been changed since you opened it.')
    expect(await page.getByLabel('Buyer name').inputValue()).toBe('Being typed')
  })
})
