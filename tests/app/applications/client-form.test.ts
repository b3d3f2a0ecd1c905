import { describe, expect, test } from 'vitest'
import { fillDraft, stored, storedAnswers } from '../../support/app/applicants.ts'
import { answers, wholeForm } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { issueAll } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'

const post = (browser: Browser, fields: Record<string, unknown>) =>
  browser.postForm('/client-form', wholeForm(fields))

const intentOf = (type: string, payload: object) =>
  JSON.stringify({ type, payload: { name: 'directors', ...payload } })

test('the privacy notice of the first and the last section says that Next stores answers on the server', async () => {
  const { text } = await testApp().browser().get('/client-form')
  expect(text.match(/Each Next\s+stores all your answers on our server/g)).toHaveLength(2)
})

describe('the form without scripts', () => {
  test('what one visitor typed is shown to nobody else, whatever was posted', async () => {
    const app = testApp()
    const typed = { businessName: 'Private Sample Ltd', mainEmail: 'wrong' }
    const steps = [
      { __intent__: intentOf('insert', {}) },
      { step: 'next:1', businessName: [typed.businessName, 'ignored'] },
      { step: 'next:9' },
    ]
    for (const step of steps) {
      await post(app.browser(), { ...typed, ...step })
      const other = await app.browser().get('/client-form')
      expect(other.status).toBe(200)
      expect(other.text).not.toContain('Private Sample Ltd')
      expect(other.text).not.toContain('Tomasz')
    }
  })

  test('Add director gives back everything that was typed, and one more row', async () => {
    const { status, text } = await post(testApp().browser(), { __intent__: intentOf('insert', {}) })
    expect(status).toBe(200)
    expect(text).toContain('Sample Calibration Works Ltd')
    expect(text).toContain('name="directors[2].name"')
  })

  test('Remove Director takes away its row and no other', async () => {
    const intent = intentOf('remove', { index: 0 })
    const { status, text } = await post(testApp().browser(), { __intent__: intent })
    expect(status).toBe(200)
    expect(text).not.toContain(answers[2].directors[0]?.name)
    expect(text).toContain(`value="${answers[2].directors[1]?.position}"`)
    expect(text).not.toContain('name="directors[1].name"')
  })

  test.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['a value far beyond the list', intentOf('update', { index: 1e8, value: 'x' })],
    ['a row far beyond the list', intentOf('insert', { name: 'directors[100000000]' })],
    ['an index far beyond the list', intentOf('remove', { index: 1e8 })],
    ['another list', intentOf('insert', { name: 'businessTypes' })],
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

  test('the second click of a submit may read what the first has submitted', async () => {
    const app = testApp()
    const browser = app.browser()
    const [, id] =
      (await post(browser, { step: 'submit' })).headers.get('location')?.split('=') ?? []
    browser.cookies.clear()
    await post(browser, { step: 'submit' })
    await issueAll(app)
    expect((await browser.get(`/api/applications/${id}/pdf`)).status).toBe(200)
  })

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

  test('a first save with a cookie that opens nothing hands out one that does', async () => {
    const app = testApp()
    const browser = app.browser()
    browser.cookies.set('draft', 'x'.repeat(43))
    await post(browser, { step: 'next:1' })
    const shown = await browser.get('/client-form')
    expect(shown.text).toContain('Sample Calibration Works Ltd')
  })

  test('Start again deletes the draft and frees its address', async () => {
    const app = testApp()
    const browser = app.browser()
    await fillDraft(browser)
    expect((await post(browser, { action: 'start-again' })).status).toBe(303)
    expect(app.dump().applications).toEqual([])
    await fillDraft(app.browser())
  })
})
