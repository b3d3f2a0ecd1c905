import { describe, expect, test } from 'vitest'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { answers, finalSave, sectionSave } from '../../support/app/application-answers.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

describe('what the operator finds in the log', () => {
  const secrets = (app: TestApp, cookie: string) => [
    cookie,
    ...Object.values(answers).flatMap((section) =>
      Object.values(section).filter(
        (value): value is string => typeof value === 'string' && value.length > 6,
      ),
    ),
    'Żółć',
    'Aoife',
    'needle-in-the-query',
    'needle-in-the-path',
    app.deps.keys.derive('seal').toString('base64'),
  ]

  test('logs one line for each request with its route, and no address, cookie, query or answer', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await submit(browser)
    await browser.put(`/api/applications/${id}?q=needle-in-the-query`, finalSave({ fax: 'needle' }))
    await browser.post('/api/applications?q=needle-in-the-query', sectionSave(1))
    await browser.get(`/api/applications/${id}/pdf?q=needle-in-the-query`)
    await browser.get('/success?id=needle-in-the-query')
    await browser.get('/needle-in-the-path?q=needle-in-the-query')
    await browser.get('/api/needle-in-the-path')
    const log = app.logged().join('')
    expect(app.logged()).toHaveLength(8)
    for (const secret of secrets(app, browser.cookies.get('draft') ?? 'none'))
      expect(log).not.toContain(secret)
    const line = JSON.parse(app.logged()[2] ?? '')
    expect(line).toMatchObject({ method: 'PUT', route: '/api/applications/:id', status: 409 })
    expect(line.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('logs an error with its stack and the request ID of the response, and without anybody’s answers', async () => {
    const app = testApp()
    const browser = app.browser()
    app.deps.db.sqlite.exec(
      "create trigger no_events before insert on events begin select raise(abort, 'made to fail'); end",
    )
    const answer = await browser.post('/api/applications', { ...answers, currentSection: 1 })
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('made to fail')
    const log = app.logged().join('')
    expect(log).toContain('made to fail')
    expect(log).toContain(answer.headers.get('x-request-id'))
    for (const secret of secrets(app, 'none')) expect(log).not.toContain(secret)
  })
})

test.each(['events', 'event_changes'])(
  'stores no submit whose event cannot be stored (%s)',
  async (table) => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    const write = () => browser.put(`/api/applications/${id}`, finalSave())
    app.deps.db.sqlite.exec(
      `create trigger no_more before insert on ${table} begin select raise(abort, 'full'); end`,
    )
    const before = app.dump()
    expect((await write()).status).toBe(500)
    expect(app.dump()).toEqual(before)
    app.deps.db.sqlite.exec('drop trigger no_more')
    expect((await write()).status).toBeLessThan(300)
  },
)
