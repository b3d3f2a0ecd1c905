import { describe, expect, test } from 'vitest'
import { days } from '#src/domain/calendar.ts'
import { emailContext } from '#src/domain/mailing/message.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'

/** Saves working days, as many boxes as are ticked, and the promise. */
async function save(workingDays: number[], promisedFrom: string, promisedTo: string) {
  const app = testApp()
  const browser = await adminBrowser(app)
  const form = new URLSearchParams({
    ...{ action: 'save', version: '0', name: 'First Ltd', salesEmail: 'trade@one.example' },
    ...{ promisedFrom, promisedTo },
  })
  for (const day of workingDays) form.append('workingDays', String(day))
  const answer = await browser.send('/admin/company', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  return { app, browser, answer }
}

test('shows a saved promise on the receipt, in its email and in the portal', async () => {
  const { app } = await save([1, 2, 3, 4, 5], '1', '1')
  const applicant = app.browser()
  const id = await submit(applicant)
  const promise = 'contact you within 1 business day.'
  expect((await applicant.get(`/success?id=${id}`)).text).toContain(promise)
  expect((await clientBrowser(app, id).get('/client-portal')).text).toContain(promise)
  expect(emailContext(app.deps, 0).promise).toBe('1 business day')
})

test('counts the saved working days on the dashboard and marks what is late', async () => {
  // Every day is a working day, and the answer is promised for the next one.
  const { app, browser } = await save([1, 2, 3, 4, 5, 6, 7], '1', '1')
  await submit(app.browser())
  app.clock.now += days(7)
  const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
  expect(text).toContain('Overdue: waiting 7 working days')
  expect((await browser.get('/admin/company')).status).toBe(303)
})

describe('what cannot be saved', () => {
  test.each([
    ['workingDays', [], '2', '3', 'Choose at least one working day'],
    ['workingDays', [8], '2', '3', 'Choose at least one working day'],
    ['promisedFrom', [1], '0', '3', 'Enter a whole number of days'],
    ['promisedTo', [1], '2', '2.5', 'Enter a whole number of days'],
    ['promisedTo', [1], '2', '61', 'Enter a whole number of days'],
    ['promisedTo', [1], '4', '3', 'The second number must not be less'],
  ])('refuses %s of %j, %s to %s, at its field', async (field, ticked, from, to, words) => {
    const { app, answer } = await save(ticked, from, to)
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(new RegExp(`id="details-${field}-error"[\\s\\S]{0,60}${words}`))
    expect(answer.text).toContain(`value="${to}"`)
    expect(app.dump().company ?? []).toEqual([])
  })
})
