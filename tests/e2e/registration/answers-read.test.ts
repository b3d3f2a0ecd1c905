import { expect, test } from 'vitest'
import { adminEnv, awake, signInByCall } from '../../support/browser/e2e-admin.ts'
import { enter } from '../../support/browser/e2e-client.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)

/** Keeps every answer that the scripts of a page get. */
function keepAnswers() {
  const asked = window.fetch
  const answers: Response[] = []
  Object.assign(window, { answers })
  window.fetch = async (...request) => {
    const answer = await asked(...request)
    answers.push(answer)
    return answer
  }
}

test.each(['/admin/dashboard', '/admin/email-settings', '/client-portal'])(
  'every answer that %s asks for is read, so that no connection stays taken',
  async (path) => {
    const { page } = await site.guest()
    await (path.startsWith('/admin') ? signInByCall(page) : enter(site.server, page))
    await page.addInitScript(keepAnswers)
    await page.goto(path)
    await awake(page)
    const bodies = () =>
      page.evaluate(() =>
        (window as unknown as { answers: Response[] }).answers.map(({ url, bodyUsed }) => ({
          me: url.endsWith('/me'),
          bodyUsed,
        })),
      )
    await expect.poll(bodies).toContainEqual({ me: true, bodyUsed: true })
    await expect.poll(async () => (await bodies()).every(({ bodyUsed }) => bodyUsed)).toBe(true)
  },
)
