import { describe, expect, test } from 'vitest'
import { fillDraft } from '../../support/app/applicants.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { answerOf } from '../../support/app/browser.ts'
import { expectError } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'
import { policies } from '../../support/browser/policies.ts'

const jsonType = { 'content-type': 'application/json' }
const own = 'http://localhost:3000'

const evil = 'https://evil.example.com'

const calls = [
  ['POST', '/api/applications', sectionSave(4)],
  ['PUT', '/api/applications/{id}', sectionSave(4, { buyerName: 'Forged Sample' })],
  ['POST', '/api/applications/{id}/directors', { directors: [{ name: 'Forged Sample' }] }],
] as const

const writes = Object.keys(policies).filter((call) => !call.startsWith('GET '))

describe('a write that another site could have caused', () => {
  test.each([
    ['Sec-Fetch-Site', { ...jsonType, 'sec-fetch-site': 'cross-site', origin: own }],
    ['Origin', { ...jsonType, origin: evil }],
    ['nothing but a type that any form may send', { 'content-type': 'text/plain' }],
  ])(
    'refuses a write that another site caused, by %s, on every call and on unknown ones',
    async (_, headers) => {
      const app = testApp()
      const browser = app.browser()
      const id = await fillDraft(browser)
      const cookie = `draft=${browser.cookies.get('draft')}`
      const before = app.dump()
      const others = [...writes, 'DELETE /api/applications/:id', 'PATCH /api/nothing', 'POST /']
        .map((call) => call.replace(':id', '{id}').split(' '))
        .map(([method = '', path = '']) => [method, path, { action: 'start-again' }] as const)
      for (const [method, path, body] of [...calls, ...others]) {
        const answer = await answerOf(
          await app.request(path.replace('{id}', id), {
            method,
            headers: { ...(headers as Record<string, string>), cookie },
            body: JSON.stringify(body),
          }),
        )
        expect(answer.status, `${method} ${path}`).toBe(403)
        if (path.startsWith('/api')) {
          expectError(answer)
          expect(answer.json?.message).toBe('The request came from another site')
        }
      }
      expect(app.dump()).toEqual(before)
    },
  )
})

describe('a write under another address of this server', () => {
  const APP_URL = 'https://accounts.example.com'

  test.each([
    ['the address of the machine', 'http://192.0.2.2:4323', '192.0.2.2:4323'],
    ['the same name without TLS', 'http://accounts.example.com', 'accounts.example.com'],
    ['another port', 'https://accounts.example.com:8443', 'accounts.example.com:8443'],
    ['another port, which the proxy leaves out', 'https://accounts.example.com:8443', 'localhost'],
    ['the machine itself', 'http://localhost:3000', 'localhost:3000'],
  ])(
    'says which address to use after a write under another one, and logs it once: %s',
    async (_, origin, host) => {
      const app = testApp({ env: { APP_URL } })
      const headers = { ...jsonType, origin, host }
      for (let n = 0; n < 2; n += 1) {
        const answer = await answerOf(
          await app.request('/api/admin/login', { method: 'POST', headers, body: '{}' }),
        )
        expect(answer.status).toBe(403)
        expectError(answer)
        expect(answer.json?.message).toContain(`used at ${APP_URL} only`)
      }
      const lines = app.logged().filter((line) => line.includes('set APP_URL'))
      expect(lines).toEqual([expect.stringContaining(origin)])
    },
  )

  test.each([evil, 'https://accounts.example.com.evil.example', 'null'])(
    'does not take a write under another address for one by another site: %s',
    async (origin) => {
      const app = testApp({ env: { APP_URL } })
      const headers = { ...jsonType, origin, host: 'accounts.example.com' }
      const answer = await app.request('/api/admin/login', { method: 'POST', headers, body: '{}' })
      expect(await answer.json()).toEqual({ message: 'The request came from another site' })
      expect(app.logged().join()).not.toContain('set APP_URL')
    },
  )
})

test('allows links from other sites to read, but lets no other site see the answer', async () => {
  const app = testApp()
  const headers = { 'sec-fetch-site': 'cross-site', origin: evil }
  for (const path of ['/', '/client-form', '/success?id=1', '/api/health']) {
    const answer = await app.request(path, { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
})
