import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issuedDocument, pdfOf } from '../support/browser/e2e-documents.ts'
import { commonSite, sharedGuest } from '../support/browser/e2e-site.ts'
import { newFolder } from '../support/folder.ts'

const site = commonSite()
const guest = sharedGuest(site, {}, /ERR_INTERNET_DISCONNECTED/)
const phone = sharedGuest(site, { javaScriptEnabled: false, viewport: { width: 375, height: 700 } })
let page: Page
let document: Buffer
const mebibyte = 1024 * 1024

beforeAll(async () => {
  document = await issuedDocument(site.server)
})

async function open(page: Page) {
  await page.goto('/verify')
  await page.locator('island-root[data-awake=true] #check').waitFor()
}

/** From the disk: bytes that are handed to the browser go through its debugger, which takes 6 s of a core for 40 MB. */
function choose(page: Page, bytes: Buffer, name = 'document.pdf') {
  const path = join(newFolder(), name)
  writeFileSync(path, bytes)
  return page.locator('#file').setInputFiles(path)
}

const styleOf = (part: string) =>
  page.locator(`#result ${part}`).evaluate((element) => {
    const { stroke, fill, borderInlineStartColor } = getComputedStyle(element)
    return { stroke, fill, borderInlineStartColor }
  })
const card = (page: Page) => page.locator('#result .outcome')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

describe('with scripts', () => {
  beforeEach(() => {
    page = guest.page
    return open(page)
  })

  test('checks a chosen file at once, and never lets it leave the browser', async () => {
    expect(await page.locator('#file-hint').textContent()).toContain('It stays on your device')
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
    await choose(page, document)
    await heading(page, 'Issued here and unchanged').waitFor()
    const { stroke, fill } = await styleOf('.if-issued')
    expect([stroke, fill]).toEqual([(await styleOf('.outcome')).borderInlineStartColor, 'none'])
    expect(await card(page).innerText()).toMatch(/Signed\s+\d+ \w+ \d{4} at \d\d:\d\d:\d\d/)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/^GET .*\/api\/verify\/[0-9a-f]{64}$/)
  })

  test('refuses anything but a PDF of at most 10 MB at the input, and focuses it', async () => {
    for (const [bytes, message] of [
      [Buffer.from('hello'), 'This is not a PDF'],
      [Buffer.alloc(0), 'This file is empty'],
      [pdfOf('large', 10 * mebibyte + 1), 'larger than 10 MB'],
    ] as const) {
      await choose(page, bytes)
      await page.locator('.field-error', { hasText: message }).waitFor()
      expect(await page.evaluate(() => window.document.activeElement?.id)).toBe('file')
      expect(await page.locator('#file').getAttribute('aria-describedby')).toContain('file-error')
      expect(await card(page).count()).toBe(0)
      await choose(page, document)
      await heading(page, 'Issued here and unchanged').waitFor()
      expect(await page.locator('.field-error').count()).toBe(0)
    }
    await choose(page, pdfOf('large', 10 * mebibyte))
    await heading(page, 'Not issued here').waitFor()
    expect(await card(page).innerText()).toContain('This file has no seal of ours')
    await choose(page, Buffer.concat([document, Buffer.from('\n')]))
    await page.getByText('No document exactly like this file was issued here').waitFor()
  })
})

describe('dropped files', () => {
  beforeEach(() => {
    page = guest.page
    return open(page)
  })

  const folder = newFolder()
  const path = (name: string) => join(folder, name)
  beforeAll(() => {
    writeFileSync(path('a.pdf'), document)
    writeFileSync(path('b.pdf'), pdfOf('b'))
  })

  /** Drops files on the page as the browser gets them from the desktop. */
  async function drop(page: Page, ...files: string[]) {
    const session = await page.context().newCDPSession(page)
    const data = { items: [], files: files.map(path), dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 300, y: 60, data })
  }

  test('checks a file that is dropped anywhere on the page, and explains that two are too many', async () => {
    await drop(page, 'a.pdf', 'b.pdf')
    await page.locator('.field-error', { hasText: 'Choose one file at a time' }).waitFor()
    await drop(page, 'a.pdf')
    await heading(page, 'Issued here and unchanged').waitFor()
    expect(page.url()).toMatch(/\/verify$/)
  })
})

describe('without scripts, on a phone', () => {
  beforeEach(() => {
    page = phone.page
    return page.goto('/verify')
  })

  test('says on a phone without scripts that the file is sent, and checks it', async () => {
    expect(await page.locator('#file-hint').textContent()).toContain('sent to this server')
    await choose(page, document)
    await page.getByText('Check Document').click()
    await heading(page, 'Issued here and unchanged').waitFor()
  })
})
