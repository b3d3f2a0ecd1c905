import { describe, expect, test } from 'vitest'
import { fillDraft, stored, storedAnswers } from '../support/applicants.ts'
import { answers } from '../support/application-answers.ts'
import type { Browser } from '../support/browser.ts'
import { testApp } from '../support/test-app.ts'

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

describe('the form without scripts', () => {
  test('what one visitor typed is shown to nobody else, whatever was posted', async () => {
    const house = testApp()
    const steps: Record<string, string>[] = [
      { __intent__: JSON.stringify({ type: 'insert', payload: { name: 'directors' } }) },
      { step: 'next:1', businessName: 'ignored' },
      { step: 'next:9' },
    ]
    for (const step of steps) {
      await post(house.browser(), step, { businessName: 'Private Sample Ltd', mainEmail: 'wrong' })
      const other = await house.browser().get('/client-form')
      expect(other.status).toBe(200)
      expect(other.text).not.toContain('Private Sample Ltd')
      expect(other.text).not.toContain('Tomasz')
    }
  })

  test('Add director gives back everything that was typed, and one more row', async () => {
    const intent = JSON.stringify({ type: 'insert', payload: { name: 'directors' } })
    const { status, text } = await post(testApp().browser(), { __intent__: intent })
    expect(status).toBe(200)
    expect(text).toContain('Sample Calibration Works Ltd')
    expect(text).toContain('name="directors[2].name"')
  })

  test('a whole form posted at once by a browser without a draft is submitted', async () => {
    const house = testApp()
    const browser = house.browser()
    const answer = await post(browser, { step: 'submit' })
    expect(answer.status, answer.text).toBe(303)
    const id = new URL(answer.headers.get('location') ?? '', 'http://localhost').searchParams.get(
      'id',
    )
    const { application, signings } = stored(house, id ?? '')
    expect(application).toMatchObject({ ...storedAnswers(), status: 'submitted' })
    expect(signings).toHaveLength(1)
    expect((await browser.get(`/api/applications/${id}/pdf`)).status).toBe(200)
  })

  test('a first save with a cookie that opens nothing hands out one that does', async () => {
    const house = testApp()
    const browser = house.browser()
    browser.cookies.set('draft', 'x'.repeat(43))
    await post(browser, { step: 'next:1' })
    const shown = await browser.get('/client-form')
    expect(shown.text).toContain('Sample Calibration Works Ltd')
  })

  test('Start again deletes the draft and frees its address', async () => {
    const house = testApp()
    const browser = house.browser()
    await fillDraft(browser)
    expect((await post(browser, { step: 'start-again' })).status).toBe(303)
    expect(house.dump().applications).toEqual([])
    await fillDraft(house.browser())
  })
})
