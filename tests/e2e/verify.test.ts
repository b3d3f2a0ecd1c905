import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueInto, pdfOf } from '../support/browser/e2e-documents.ts'
import { sharedSite } from '../support/browser/e2e-site.ts'

const site = sharedSite()
const mebibyte = 1024 * 1024
const document = pdfOf('a document')

beforeAll(() => {
  issueInto(site.server, document)
  issueInto(site.server, pdfOf('an erased one'), { erased: true })
})

const open = async (page: Page) => {
  await page.goto('/verify')
  await page.locator('#check[data-awake]').waitFor()
}

/** From the disk: bytes that are handed to the browser go through its debugger, which takes 6 s of a core for 40 MB. */
function choose(page: Page, bytes: Buffer, name = 'document.pdf') {
  const path = join(mkdtempSync(join(tmpdir(), 'chosen-')), name)
  writeFileSync(path, bytes)
  return page.locator('#file').setInputFiles(path)
}

const card = (page: Page) => page.locator('#result .outcome')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

describe('with scripts', () => {
  test('a chosen file is checked at once, and never leaves the browser', async () => {
    const { page } = await site.guest()
    await open(page)
    expect(await page.locator('#file-hint').textContent()).toContain('It stays on your device')
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
    await choose(page, document)
    await heading(page, 'Issued here and unchanged').waitFor()
    expect(await card(page).innerText()).toMatch(/Signed\s+3 March 2026 at 14:02:09/)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/^GET .*\/api\/verify\/[0-9a-f]{64}$/)
  })

  test('the result takes the focus, and the next choice takes it away', async () => {
    const { page } = await site.guest()
    await open(page)
    await choose(page, pdfOf('an erased one'))
    await heading(page, 'Issued here, content erased since').waitFor()
    expect(await page.evaluate(() => window.document.activeElement?.tagName)).toBe('H2')
    await choose(page, pdfOf('of nobody'))
    await heading(page, 'Not issued here').waitFor()
    expect(await card(page).count()).toBe(1)
  })

  test('the server and the script show the same card', async () => {
    const cards = []
    for (const javaScriptEnabled of [true, false]) {
      const visit = await site.guest({ javaScriptEnabled })
      await visit.page.goto('/verify')
      if (javaScriptEnabled) await visit.page.locator('#check[data-awake]').waitFor()
      await choose(visit.page, document)
      if (!javaScriptEnabled) await visit.page.getByText('Check Document').click()
      cards.push(await card(visit.page).evaluate((shown) => shown.outerHTML))
    }
    expect(cards[0]).toBe(cards[1])
  })

  test.each([
    ['a text', Buffer.from('hello'), 'This is not a PDF'],
    ['an empty file', Buffer.alloc(0), 'This file is empty'],
    ['one byte over 10 MB', pdfOf('large', 10 * mebibyte + 1), 'larger than 10 MB'],
  ])('%s is refused beside the input, which has the focus', async (_, bytes, message) => {
    const { page } = await site.guest()
    await open(page)
    await choose(page, bytes)
    await page.locator('.field-error', { hasText: message }).waitFor()
    expect(await page.evaluate(() => window.document.activeElement?.id)).toBe('file')
    expect(await page.locator('#file').getAttribute('aria-describedby')).toContain('file-error')
    await choose(page, document)
    await heading(page, 'Issued here and unchanged').waitFor()
    expect(await page.locator('.field-error').count()).toBe(0)
  })

  test('10 MB are checked', async () => {
    const { page } = await site.guest()
    await open(page)
    await choose(page, pdfOf('large', 10 * mebibyte))
    await heading(page, 'Not issued here').waitFor()
  })

  test('pressed without a file, the button asks for one', async () => {
    const { page } = await site.guest()
    await open(page)
    await page.locator('#file').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.field-error', { hasText: 'Choose a PDF file first' }).waitFor()
  })

  test('offline it says so and keeps the file; the button tries again', async () => {
    const { page, context } = await site.guest({}, /ERR_INTERNET_DISCONNECTED/)
    await open(page)
    await context.setOffline(true)
    await choose(page, document)
    await heading(page, 'Not checked yet').waitFor()
    expect(await card(page).innerText()).toContain('Unable to connect')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Check Document' }).click()
    await heading(page, 'Issued here and unchanged').waitFor()
  })

  test('of two files chosen quickly the last one counts', async () => {
    const { page } = await site.guest()
    await open(page)
    let answerFirst = () => {}
    const held = new Promise<void>((done) => {
      answerFirst = done
    })
    let calls = 0
    await page.route('**/api/verify/*', async (route) => {
      calls += 1
      if (calls === 1) await held
      await route.continue()
    })
    const first = page.waitForRequest('**/api/verify/*')
    await choose(page, pdfOf('of nobody'))
    await first
    await choose(page, document)
    await heading(page, 'Issued here and unchanged').waitFor()
    const late = page.waitForResponse((answer) => answer.url() === slow)
    const slow = (await first).url()
    answerFirst()
    await (await late).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await heading(page, 'Issued here and unchanged').count()).toBe(1)
  })
})

describe('dropping', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-drop-'))
  const path = (name: string) => join(folder, name)
  writeFileSync(path('a.pdf'), document)
  writeFileSync(path('b.pdf'), pdfOf('b'))
  mkdirSync(path('folder'))

  /** Drops files on the page as the browser gets them from the desktop. */
  async function drop(page: Page, ...files: string[]) {
    const session = await page.context().newCDPSession(page)
    const data = { items: [], files: files.map(path), dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 300, y: 60, data })
  }

  test('a file anywhere on the page checks it', async () => {
    const { page } = await site.guest()
    await open(page)
    await drop(page, 'a.pdf')
    await heading(page, 'Issued here and unchanged').waitFor()
    expect(page.url()).toMatch(/\/verify$/)
  })

  test.each([
    ['a folder', ['folder'], 'This is a folder'],
    ['two files', ['a.pdf', 'b.pdf'], 'Choose one file at a time'],
  ])('%s is answered in words', async (_, files, message) => {
    const { page } = await site.guest()
    await open(page)
    await drop(page, ...files)
    await page.locator('.field-error', { hasText: message }).waitFor()
  })
})

describe('without scripts, on a phone', () => {
  const phone = { javaScriptEnabled: false, viewport: { width: 375, height: 700 } }

  test('the page says that the file is sent, and checks it', async () => {
    const { page } = await site.guest(phone)
    await page.goto('/verify')
    expect(await page.locator('#file-hint').textContent()).toContain('sent to this server')
    await choose(page, document)
    await page.getByText('Check Document').click()
    await heading(page, 'Issued here and unchanged').waitFor()
  })

  test.each([11, 40])('%d MB get a page that says so, not a broken connection', async (size) => {
    const { page } = await site.guest(phone)
    await page.goto('/verify')
    await choose(page, pdfOf('large', size * mebibyte))
    await page.getByText('Check Document').click()
    await page.locator('.field-error', { hasText: 'larger than 10 MB' }).waitFor()
  })
})

test('over plain http the page says so before a file is chosen, and the form posts it', async () => {
  const { page } = await site.guest()
  await page.addInitScript(() =>
    Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true }),
  )
  await open(page)
  expect(await page.locator('#file-hint').textContent()).toContain('not loaded over https')
  await choose(page, document)
  await page.getByRole('button', { name: 'Check Document' }).click()
  await heading(page, 'Issued here and unchanged').waitFor()
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
})
