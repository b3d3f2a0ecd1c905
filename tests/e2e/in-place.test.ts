import type { Browser, Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser/chromium.ts'
import { DeskPage, newDesk } from '../support/browser/DeskPage.tsx'
import { leave, type Visitor, visitor } from '../support/browser/e2e-browser.ts'
import { sampleIslands } from '../support/browser/SamplePage.tsx'
import { type SampleSite, serveSamplePage } from '../support/browser/sample-site.ts'

let browser: Browser
let site: SampleSite
let visit: Visitor
let page: Page
let answer = newDesk()

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await serveSamplePage(DeskPage, sampleIslands, 'production', (request) => answer(request))
  return () => site.close()
})

beforeEach(async () => {
  answer = newDesk()
  site.posted.splice(0)
  visit = await visitor(browser, site.origin)
  page = visit.page
  await page.goto('/')
  await page.locator('island-root[data-awake=true]').waitFor()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (text: string) => page.locator('#toasts .toast', { hasText: text })
const samePage = () => page.evaluate(() => 'isSamePage' in window)
const focused = () => page.evaluate(() => document.activeElement?.id)

test('a form is sent and the page shows what it did, while other forms keep what is typed in them', async () => {
  await page.getByLabel('Colleague').fill('Ann Example')
  await page.getByLabel('Note').fill('Called them')
  await page.getByLabel('Note').press('Enter')
  await toast('Done: note').waitFor()
  expect(site.posted).toEqual(['note=Called+them&action=note'])
  expect(await page.locator('li').allTextContents()).toEqual(['Called them'])
  expect(await page.getByLabel('Note').inputValue()).toBe('')
  expect(await page.getByLabel('Colleague').inputValue()).toBe('Ann Example')
  expect(await page.locator('#flash').count()).toBe(0)
  expect(await samePage()).toBe(true)
  expect(await focused()).toBe('note')
  expect(new URL(page.url()).search).toBe('')
  await leave(visit)
})

test('a form in which something is typed keeps the version that the person read', async () => {
  await page.getByLabel('Colleague').fill('Ann Example')
  await page.getByLabel('Note').fill('First')
  await press('Add note')
  await toast('Done: note').waitFor()
  await press('Take')
  await toast('Done: take').waitFor()
  expect(site.posted.at(-1)).toBe('version=0&colleague=Ann+Example&action=take')
  await press('Release')
  await toast('Done: release').waitFor()
  expect(site.posted.at(-1)).toBe('version=1&colleague=&action=release')
  await leave(visit)
})

test('a refused form keeps what was typed, says what is wrong, and outlives the sending of another', async () => {
  await page.getByLabel('Note').fill('much longer than any note may be')
  await press('Add note')
  await page.locator('#note-error', { hasText: 'Note is too long' }).waitFor()
  expect(await focused()).toBe('error-summary')
  await press('Take')
  await toast('Done: take').waitFor()
  expect(await page.getByLabel('Note').inputValue()).toBe('much longer than any note may be')
  await press('Release')
  await toast('Done: release').waitFor()
  expect(await page.getByLabel('Note').inputValue()).toBe('much longer than any note may be')
  await leave(visit)
})

test('the focus does not stay on a button that has become another', async () => {
  await page.getByRole('button', { name: 'Take' }).press('Enter')
  await page.getByRole('button', { name: 'Release' }).waitFor()
  expect(await focused()).toBe('main')
  await leave(visit)
})

test('a double click sends once', async () => {
  await page.getByRole('button', { name: 'Take' }).dblclick()
  await toast('Done: take').waitFor()
  await page.waitForLoadState('networkidle')
  expect(site.posted).toEqual(['version=0&colleague=&action=take'])
  expect(await page.getByRole('button', { name: 'Release' }).count()).toBe(1)
  await leave(visit)
})

test('while it is sent the button says so, and a second press does nothing', async () => {
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Note').fill('Once')
  await press('Add note')
  await page.getByRole('button', { name: 'Adding...' }).click({ force: true })
  go()
  await page.getByRole('button', { name: 'Add note' }).waitFor()
  await toast('Done: note').waitFor()
  expect(site.posted).toHaveLength(1)
  await leave(visit)
})

test('a dialog closes once its form is done, and stays with its error while it is refused', async () => {
  const dialog = page.getByRole('dialog')
  await press('Move')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await press('Move')
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await page.locator('#address-error').waitFor()
  expect(await focused()).toBe('address')
  expect(await page.locator('dialog:modal').count()).toBe(1)
  await dialog.getByLabel('Address').fill('new@example.com')
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await toast('Done: move').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByLabel('Note').click()
  await leave(visit)
})

test('an island keeps what is typed in it and gets its new props', async () => {
  await page.getByLabel('Search 0').fill('gauge')
  await page.getByLabel('Note').fill('One')
  await press('Add note')
  expect(await page.getByLabel('Search 1').inputValue()).toBe('gauge')
  expect(await page.locator('island-root[data-awake=true]').count()).toBe(1)
  await leave(visit)
})

test('a lost connection leaves everything as it is, and says so', async () => {
  await page.getByLabel('Note').fill('Typed offline')
  await page.context().setOffline(true)
  await press('Add note')
  await toast('No connection. What you typed is still here.').waitFor()
  expect(await page.getByLabel('Note').inputValue()).toBe('Typed offline')
  await page.context().setOffline(false)
  await press('Add note')
  await toast('Done: note').waitFor()
  expect(visit.complaints.splice(0)).toEqual([expect.stringContaining('ERR_INTERNET_DISCONNECTED')])
  await leave(visit)
})

test('an error page does not take the place of this one', async () => {
  await page.getByLabel('Note').fill('Still here')
  await press('Fail')
  await toast('Out of order').waitFor()
  expect(await page.getByLabel('Note').inputValue()).toBe('Still here')
  expect(visit.complaints.splice(0)).toEqual([expect.stringContaining('500')])
  await leave(visit)
})

test('a file goes along, and is chosen anew afterwards', async () => {
  const file = page.getByLabel('File')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await press('Upload')
  await toast('Done: upload').waitFor()
  expect(site.posted[0]).toContain('filename="a.txt"')
  expect(site.posted[0]).toContain('hello')
  expect(await file.inputValue()).toBe('')
  await leave(visit)
})

test('a redirect to another page leads there, and Back comes to a page that works', async () => {
  await press('Leave')
  await page.waitForURL('**/elsewhere')
  await page.goBack()
  await page.getByLabel('Note').fill('After coming back')
  await press('Add note')
  await toast('Done: note').waitFor()
  await leave(visit)
})
