import Database from 'better-sqlite3'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { finalSave } from '../support/application-answers.ts'
import { launchBrowser } from '../support/chromium.ts'
import { leave, visitor } from '../support/e2e-browser.ts'
import { type E2eServer, startServer } from '../support/e2e-server.ts'

const password = 'four quiet copper lamps'
let server: E2eServer
let browser: Browser

beforeAll(async () => {
  server = await startServer()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  test('from the link of the mail to an edited application and out again', async () => {
    const email = `office-${javaScriptEnabled}@example.com`
    const token = await invite(email)
    const visit = await visitor(browser, server.url, { javaScriptEnabled })
    const { page } = visit
    await page.goto(`/client/set-password?token=${token}`)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(password)
    await page.getByRole('button', { name: 'Set Password' }).click()
    await page.waitForURL('**/client-login*')
    await says(page, 'You can now log in to your client portal.')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/client-portal*')
    await says(page, 'You have been logged in successfully.')
    await page.getByText('Under Review', { exact: true }).waitFor()
    await page.getByRole(javaScriptEnabled ? 'tab' : 'link', { name: 'Buyer' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await page.evaluate(beyondTheEdge)).toBe(0)
    await page.getByLabel('Buyer name').fill('Changed Example')
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page, 'Your changes have been saved and the accounts team has been notified.')
    await page.getByText('Changed Example').waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/client-login*')
    await says(page, 'Logged out successfully')
    await page.goto('/client-portal')
    expect(new URL(page.url()).pathname).toBe('/client-login')
    // Chromium tells of every cleared cache by itself
    visit.complaints = visit.complaints.filter((line) => !line.includes('Clear-Site-Data'))
    await leave(visit)
  })
})

const beyondTheEdge = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth

const says = (page: Page, words: string) => page.getByText(words).first().waitFor()

/** Submits an application by the calls, and writes the link's token as the mail worker does. */
async function invite(mainEmail: string): Promise<string> {
  const { status, submittedAt, ...draft } = finalSave({ mainEmail })
  const made = await send('POST', '/api/applications', draft)
  const { id } = (await made.json()) as { id: string }
  const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await send('PUT', `/api/applications/${id}`, { ...draft, status, submittedAt }, cookie)
  const token = newToken()
  const db = new Database(`${server.dataDir}/countersign.db`)
  db.prepare(
    'insert into password_tokens (client, token_hash, expires_at) select id, ?, ? from clients where email = ?',
  ).run(hashToken(token), Date.now() + 60_000, mainEmail)
  db.close()
  return token
}

const send = (method: string, path: string, body: unknown, cookie = '') =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
