import { describe, expect, test } from 'vitest'
import { routes } from '#src/app.ts'
import { routeTable } from '#src/framework/router.ts'
import { startDraft } from '../../support/app/applicants.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { answerOf } from '../../support/app/browser.ts'
import { expectError } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'

/** Behind the guard of /admin a stranger is not told which methods there are. */
const mounted = routeTable(routes).filter(({ pattern }) => !pattern.startsWith('/admin'))

test.each(mounted)(
  'answers other methods at $pattern with 405, and says which are allowed',
  async (route) => {
    const methods: string[] = route.methods
    const app = testApp()
    const browser = app.browser()
    const id = await startDraft(browser)
    const before = app.dump()
    const all = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'GET']
    for (const method of all.filter((one) => !methods.includes(one))) {
      const answer = await browser.send(route.pattern.replace(/:\w+/, id), { method })
      expect(answer.status, method).toBe(405)
      const allowed = answer.headers.get('allow')?.split(', ').sort()
      expect(allowed).toEqual(
        (methods.includes('GET') ? ['HEAD', ...methods] : [...methods]).sort(),
      )
      if (route.pattern.startsWith('/api')) expectError(answer)
    }
    expect(app.dump()).toEqual(before)
  },
)

describe('a path that is not in the table', () => {
  const calls = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/applications/',
    '/api/Applications',
    '/api/%',
    '/api/%00',
  ]
  test.each(calls)('answers the unknown path %s with 404 in JSON', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await testApp().browser().send(path, { method })
      expect(answer.status).toBe(404)
      expectError(answer)
      expect(answer.json).toEqual({ message: 'Not found' })
    }
  })

  test.each([
    '/nothing',
    '/api/%2e%2e/%2e%2e/etc/passwd',
    '/client-form/',
    '/%',
    '/%00',
    '/_404',
    '/routes/index.tsx',
    '/.env',
  ])('answers %s with a page titled 404 Page Not Found', async (path) => {
    const answer = await testApp().browser().get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.text).toMatch(/<title>404 Page Not Found/)
  })
})

describe('an id that no application has', () => {
  const ids = [
    '0000-0000-0000',
    "'%20or%201=1--",
    '%00',
    '%ff',
    '__proto__',
    'constructor',
    'long'.repeat(100),
  ]
  test.each(ids)('answers the unknown id %s with 404 and changes nothing', async (id) => {
    const app = testApp()
    const browser = app.browser()
    await startDraft(browser)
    const before = app.dump()
    const calls = [
      browser.put(`/api/applications/${id}`, sectionSave(4)),
      browser.post(`/api/applications/${id}/directors`, [{ name: 'x' }]),
      browser.get(`/api/applications/${id}/pdf`),
    ]
    for (const answer of await Promise.all(calls)) {
      expect(answer.status).toBe(404)
      expectError(answer)
    }
    expect(app.dump()).toEqual(before)
  })
})

test('answers the health check with nothing but ok while the database answers', async () => {
  const answer = await answerOf(await testApp().request('/api/health'))
  expect([answer.status, answer.json]).toEqual([200, { status: 'ok' }])
})
