import { describe, expect, test } from 'vitest'
import { fillDraft, stored, storedAnswers } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'

/** The whole form as a browser without scripts posts it: every section, whichever button was pressed. */
function post(
  browser: Browser,
  step: Record<string, string>,
  changes: Record<string, string> = {},
) {
  const form = new URLSearchParams()
  const { directors } = answers[2]
  for (const [name, value] of Object.entries({
    ...answers[1],
    ...answers[3],
    ...answers[4],
    ...answers[5],
  })) {
    const words = Array.isArray(value) ? value : [value === true ? 'yes' : String(value)]
    for (const word of words) form.append(name, changes[name] ?? word)
  }
  for (const [at, { name, position }] of directors.entries()) {
    form.append(`directors[${at}].name`, name)
    form.append(`directors[${at}].position`, position)
  }
  for (const [name, value] of Object.entries(step)) form.append(name, value)
  return browser.send('/client-form', {
    method: 'POST',
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

const intentOf = (type: string, payload: object) =>
  JSON.stringify({ type, payload: { name: 'directors', ...payload } })

describe('the form without scripts', () => {
  test('what one visitor typed is shown to nobody else, whatever was posted', async () => {
    const app = testApp()
    const steps: Record<string, string>[] = [
      { __intent__: intentOf('insert', {}) },
      { step: 'next:1', businessName: 'ignored' },
      { step: 'next:9' },
    ]
    for (const step of steps) {
      await post(app.browser(), step, { businessName: 'Private Sample Ltd', mainEmail: 'wrong' })
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
      const { applications, outbox = [] } = app.dump()
      expect(applications).toHaveLength(1)
      expect(outbox.filter((row) => JSON.stringify(row).includes('duplicate'))).toEqual([])
    },
  )

  test('the second click of a submit may read what the first has submitted', async () => {
    const browser = testApp().browser()
    const [, id] =
      (await post(browser, { step: 'submit' })).headers.get('location')?.split('=') ?? []
    browser.cookies.clear()
    await post(browser, { step: 'submit' })
    expect((await browser.get(`/api/applications/${id}/pdf`)).status).toBe(200)
  })

  test('the same answers a minute later, or from another address, are somebody else', async () => {
    const app = testApp()
    const body = 'step=next:4&section=4&mainEmail=somebody%40example.com'
    const send = async (peer: string) =>
      (
        await app.request(
          '/client-form',
          {
            method: 'POST',
            body,
            headers: {
              'content-type': 'application/x-www-form-urlencoded',
              'sec-fetch-site': 'same-origin',
            },
          },
          peer,
        )
      ).headers.getSetCookie().length
    expect(await send('192.0.2.1')).toBe(1)
    expect(await send('192.0.2.1')).toBe(1)
    expect(await send('192.0.2.2')).toBe(0)
    app.clock.now += 61_000
    expect(await send('192.0.2.1')).toBe(0)
  })

  test('two people in one office who send the same nearly empty form get a draft each', async () => {
    const app = testApp()
    const body = 'step=next:4&section=4&accountType=credit'
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const browser of [app.browser(), app.browser()])
      await browser.send('/client-form', { method: 'POST', headers: form, body })
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
