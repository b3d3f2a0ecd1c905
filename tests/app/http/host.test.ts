import { describe, expect, test } from 'vitest'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { answerOf } from '../../support/app/browser.ts'
import { expectError } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'

const APP_URL = 'https://trade.example.com'

const foreign = ['rebind.evil.example', 'localhost.evil.example']

describe('a request under the name of another site', () => {
  test.each(foreign)(
    'refuses a request under the name "%s" of another site, and changes nothing',
    async (host) => {
      const app = testApp({ env: { APP_URL } })
      await makeAdmin(app)
      const browser = await adminBrowser(app)
      const id = await fillDraft(browser)
      browser.cookies.set('__Host-admin', browser.cookies.get('admin') ?? '')
      const headers = {
        host,
        origin: `https://${host}`,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }
      const before = app.dump()
      const calls = [
        ['POST', '/api/admin/login', reviewer],
        ['POST', '/api/applications', sectionSave(4)],
        ['PUT', `/api/applications/${id}`, sectionSave(4)],
        ['GET', '/api/admin/me'],
        ['GET', '/api/applications'],
        ['GET', '/admin/dashboard'],
        ['GET', '/client-form'],
        ['GET', '/'],
        ['GET', '/nothing'],
      ] as const
      for (const [method, path, body] of calls) {
        const answer = await answerOf(
          await app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
        )
        expect(answer.status, path).toBe(421)
        expect(answer.text).toContain(APP_URL)
        if (path.startsWith('/api')) expectError(answer)
      }
      expect(app.dump()).toEqual(before)
      // Monitors send requests to the address of the machine.
      expect((await app.request('/api/health', { headers: { host } })).status).toBe(200)
    },
  )
})
