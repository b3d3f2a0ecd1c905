import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Visitor } from '../../support/browser/e2e-browser.ts'
import { enter, invite, password, says } from '../../support/browser/e2e-client.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite()

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  test('from the link of the mail to an edited application and out again', async () => {
    const email = `office-${javaScriptEnabled}@example.com`
    const token = await invite(site.server, email)
    const visit = await site.guest({ javaScriptEnabled })
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
  })
})

describe.each([true, false])('with scripts: %s, signed in,', (javaScriptEnabled) => {
  let visit: Visitor
  let page: Page
  beforeEach(async () => {
    visit = await site.guest({ javaScriptEnabled })
    page = visit.page
    await enter(site.server, page)
  })

  test('the later of two tabs is told so, whatever it tries, and finds what the first saved', async () => {
    const first = await visit.context.newPage()
    for (const tab of [page, first]) await tab.goto('/client-portal?tab=buyer&edit=buyer')
    await first.getByLabel('Buyer name').fill('First Tab')
    await first.getByRole('button', { name: 'Save' }).click()
    await says(first, 'Your changes have been saved')
    await page.getByLabel('Buyer name').fill('Second Tab')
    for (let times = 0; times < 2; times++) {
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('#section-notice:focus').waitFor()
      expect(await page.getByLabel('Buyer name').inputValue()).toBe('Second Tab')
    }
    await page.getByRole('link', { name: 'Reload the page' }).click()
    await page.getByText('First Tab').waitFor()
  })

  test('directors come and go; a list of blanks brings the focus to what is wrong', async () => {
    await page.goto('/client-portal?tab=directors&edit=directors')
    await page.getByRole('button', { name: 'Add Director' }).click()
    await page.getByLabel('Full name').nth(2).fill('Third Sample')
    await page.getByRole('button', { name: 'Remove Director 2' }).click()
    await page.getByLabel('Full name').nth(2).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page, 'Your changes have been saved')
    await page.getByText('Third Sample').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    for (const at of [0, 1]) await page.getByLabel('Full name').nth(at).fill(' ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#error-summary:focus').waitFor()
    await page.getByRole('link', { name: 'At least one director name is required' }).waitFor()
  })
})

test.each([true, false])('an empty sign-in says what is wrong (scripts: %s)', async (scripts) => {
  const visit = await site.guest({ javaScriptEnabled: scripts })
  const { page } = visit
  await page.goto('/client-login')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.locator('#error-summary:focus').waitFor()
  expect(await page.locator('#error-summary li').allInnerTexts()).toEqual([
    'Please enter a valid email address',
    'Password is required',
  ])
  const beside = await page.locator('#password-error').textContent()
  expect(beside).toBe('Error: Password is required')
})

test('a forged host, in the header or the request line, leaves no trace', async () => {
  const email = 'forged@example.com'
  await invite(site.server, email)
  const body = JSON.stringify({ email })
  for (const target of ['http://evil.example/', '/'])
    for (const [line, status] of [
      [`POST ${target}api/client/forgot-password`, 200],
      [`GET ${target}client-portal`, 303],
      [`GET ${target}client/set-password?token=x`, 400],
    ] as const) {
      const sent = line.startsWith('POST') ? body : ''
      for (const [host, expected] of [
        ['localhost', status],
        ['evil.example', 421],
      ] as const) {
        const answer = await overSocket(line, host, sent)
        expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${expected} `))
        expect(answer).not.toContain('evil.example')
      }
    }
  const db = new Database(`${site.server.dataDir}/countersign.db`, { readonly: true })
  const asked = db.prepare("select * from outbox where kind = 'set-password'")
  // the worker looks up within seconds who has asked
  await vi.waitFor(() => expect(asked.all()).toHaveLength(2), 10_000)
  const emails = asked.all()
  db.close()
  expect(JSON.stringify(emails)).not.toContain('evil.example')
})

const beyondTheEdge = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth

/** One request as an attacker writes it, byte by byte; answers everything that comes back. */
async function overSocket(line: string, host: string, body: string): Promise<string> {
  const socket = connect(Number(new URL(site.server.url).port), '127.0.0.1')
  const head = `${line} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: evil.example\r\nConnection: close`
  socket.write(
    `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return await text(socket)
}
