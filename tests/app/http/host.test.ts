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
  test.each(foreign)('"%s" gets nothing and changes nothing', async (host) => {
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
  })

  test('is told whether the server is well, as a monitor may use a name of its own', async () => {
    for (const host of foreign) {
      const { status } = await testApp({ env: { APP_URL } }).request('/api/health', {
        headers: { host },
      })
      expect(status).toBe(200)
    }
  })
})

test.each(['trade.example.com', '172.30.0.4:3000'])(
  'a request for %s is answered',
  async (host) => {
    const app = testApp({ env: { APP_URL } })
    const headers = { host, 'content-type': 'application/json' }
    expect((await app.request('/client-form', { headers })).status).toBe(200)
    const body = JSON.stringify(sectionSave(4))
    const made = await app.request('/api/applications', { method: 'POST', headers, body })
    expect(made.status).toBe(201)
  },
)

test('X-Forwarded-Host does not stand in for the name in the request', async () => {
  const app = testApp({ env: { APP_URL, TRUSTED_PROXIES: '127.0.0.1' } })
  const headers = { host: 'rebind.evil.example', 'x-forwarded-host': 'trade.example.com' }
  expect((await app.request('/admin', { headers })).status).toBe(421)
  const behind = { host: 'trade.example.com', 'x-forwarded-host': 'rebind.evil.example' }
  expect(await (await app.request('/client-form', { headers: behind })).text()).not.toContain(
    'evil.example',
  )
})
