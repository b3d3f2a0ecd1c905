import type { Browser as Chromium, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { sharedBrowser } from '../../support/browser/chromium.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { hostileAnswers, hostileTexts } from '../support/hostile.ts'
import { serverProcess } from '../support/server-process.ts'
import { submitQuietly } from '../support/submit-quietly.ts'

let chromium: Chromium
beforeAll(async () => {
  chromium = await sharedBrowser()
})

test('runs no code in texts on any page that shows them in a browser', {
  timeout: 120_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const drafting = app.browser()
  await fillDraft(drafting, hostileAnswers('draft-text@example.com'))
  const applicant = app.browser()
  const id = await submitQuietly(app, applicant, hostileAnswers('sent-text@example.com'))
  const admin = await adminBrowser(app)
  for (const text of hostileTexts)
    await admin.postForm(`/admin/applications/${id}`, { action: 'note', note: text })
  const customer = clientBrowser(app, id)
  await customer.put('/api/client/application/buyer', {
    buyerName: '<img src=x onerror=globalThis.__hit=1>',
  })
  const code = encodeURIComponent('"><script>globalThis.__hit=1</script>')
  const visits: [Browser, string[]][] = [
    [drafting, ['/client-form', `/client-form?resume=${code}`]],
    [applicant, [`/success?id=${code}`]],
    [
      app.browser(),
      [`/client/set-password?token=${code}`, `/client-login?email=${code}`, `/nothing/${code}`],
    ],
    [customer, ['/client-portal']],
    [
      admin,
      [
        '/admin/dashboard',
        `/admin/dashboard?search=${code}&status=${code}`,
        `/admin/applications/${id}`,
        '/admin/email-settings',
      ],
    ],
  ]
  const wrong: string[] = []
  let opened = 0
  for (const [who, paths] of visits) {
    const window = await windowOf(server.url, who)
    for (const path of paths) {
      const seen = await window.visit(path)
      if (seen.status === 404 && path.startsWith('/admin/')) continue
      opened += 1
      wrong.push(...seen.wrong.map((what) => `${path}: ${what}`))
    }
    await window.close()
  }
  expect(wrong).toEqual([])
  expect(opened).toBeGreaterThan(6)
})

/** Opens pages as a user, waits until each has settled, and opens every panel; returns what should not have happened. */
async function windowOf(url: string, who: Browser) {
  const context = await chromium.newContext({ baseURL: url })
  await context.addCookies([...who.cookies].map(([name, value]) => ({ name, value, url })))
  let wrong: string[] = []
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`violation ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  context.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      wrong.push(`request to ${request.url().slice(0, 80)}`)
  })
  context.on('console', (message) => {
    if (/violation|Content Security Policy/.test(message.text())) wrong.push(message.text())
  })
  context.on('dialog', (dialog) => void dialog.dismiss())
  const page = await context.newPage()
  return {
    async visit(path: string) {
      wrong = []
      const answer = await page.goto(path, { waitUntil: 'networkidle' })
      await openEverything(page)
      if (await page.evaluate(() => '__hit' in globalThis)) wrong.push('a text was executed')
      return { status: answer?.status() ?? 0, wrong }
    },
    close: () => context.close(),
  }
}

/** Opens one part after another, because React shows only the last of several tabs clicked at once. */
const openEverything = (page: Page) =>
  page.evaluate(async () => {
    for (const part of document.querySelectorAll<HTMLElement>('[role=tab], summary')) {
      part.click()
      await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))
    }
    // Only an image that cannot be loaded runs the code in `onerror`.
    await Promise.all([...document.images].map((image) => image.decode().catch(() => null)))
  })
