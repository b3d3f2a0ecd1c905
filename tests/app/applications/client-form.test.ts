import { describe, expect, test } from 'vitest'
import { stored, storedAnswers } from '../../support/app/applicants.ts'
import { wholeForm } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { issueAll } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'

const post = (browser: Browser, fields: Record<string, unknown>) =>
  browser.postForm('/client-form', wholeForm(fields))

const intentOf = (type: string, payload: object) =>
  JSON.stringify({ type, payload: { name: 'directors', ...payload } })

describe('the form without scripts', () => {
  test('Add director gives back everything that was typed, and one more row', async () => {
    const { status, text } = await post(testApp().browser(), { __intent__: intentOf('insert', {}) })
    expect(status).toBe(200)
    expect(text).toContain('Sample Calibration Works Ltd')
    expect(text).toContain('name="directors[2].name"')
  })

  test.each([
    ['a value far beyond the list', intentOf('update', { index: 1e8, value: 'x' })],
    ['a row far beyond the list', intentOf('insert', { name: 'directors[100000000]' })],
    ['all rows to be one text', intentOf('update', { value: 'x' })],
  ])('%s asked of the rows is refused, and nothing else happens', async (_, intent) => {
    const app = testApp()
    const { status } = await post(app.browser(), { __intent__: intent })
    expect(status).toBe(400)
    expect(app.dump().applications).toEqual([])
  })

  test('a whole form posted at once by a browser without a draft is submitted', async () => {
    const app = testApp()
    const browser = app.browser()
    const answer = await post(browser, { step: 'submit' })
    expect(answer.status, answer.text).toBe(303)
    const id = new URL(answer.headers.get('location') ?? '', 'http://localhost').searchParams.get(
      'id',
    )
    const { application, documents } = stored(app, id ?? '')
    expect(application).toMatchObject({ ...storedAnswers(), status: 'submitted' })
    expect(documents).toHaveLength(1)
    await issueAll(app)
    expect((await browser.get(`/api/applications/${id}/pdf`)).status).toBe(200)
  })

  test.each([
    ['Submit Application', 'submit', '/success?id='],
    ['Next', 'next:1', '/client-form?section=2'],
  ])(
    'a second click on %s before the browser has a cookie makes no second application',
    async (_, step, to) => {
      const app = testApp()
      const browser = app.browser()
      const first = await post(browser, { step })
      browser.cookies.clear()
      const second = await post(browser, { step })
      expect([first.status, second.status], second.text).toEqual([303, 303])
      expect(second.headers.get('location')).toBe(first.headers.get('location'))
      expect(second.headers.get('location')).toContain(to)
      const { applications, jobs = [] } = app.dump()
      expect(applications).toHaveLength(1)
      expect(jobs.filter((row) => JSON.stringify(row).includes('duplicate'))).toEqual([])
    },
  )

  test('the same answers a minute later, or from another address, are somebody else', async () => {
    const app = testApp()
    const fields = { step: 'next:4', section: '4', mainEmail: 'somebody@example.com' }
    const send = async (peer: string) =>
      (await app.browser(peer).postForm('/client-form', fields)).headers.getSetCookie().length
    expect(await send('192.0.2.1')).toBe(1)
    expect(await send('192.0.2.1')).toBe(1)
    expect(await send('192.0.2.2')).toBe(0)
    app.clock.now += 61_000
    expect(await send('192.0.2.1')).toBe(0)
  })

  test('two people in one office who send the same nearly empty form get a draft each', async () => {
    const app = testApp()
    const fields = { step: 'next:4', section: '4', accountType: 'credit' }
    for (const browser of [app.browser(), app.browser()])
      await browser.postForm('/client-form', fields)
    expect(app.dump().applications).toHaveLength(2)
  })
})
