import { expect, test } from 'vitest'
import { stored } from '../../support/app/applicants.ts'
import { wholeForm } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const post = (browser: Browser, step: string, changes = {}) =>
  browser.postForm('/client-form', wholeForm({ step, ...changes }))

const onlyDraft = (app: TestApp) => {
  const rows = app.dump().applications as { id: string }[]
  expect(rows).toHaveLength(1)
  return stored(app, rows[0]?.id ?? '').application
}

test('each step goes on with the same draft and says how far it is', async () => {
  const app = testApp()
  const browser = app.browser()
  for (const [step, percent] of [
    ['next:1', 20],
    ['next:3', 60],
    ['next:4', 80],
  ] as const) {
    const { status, headers } = await post(browser, step)
    expect([status, headers.get('location')]).toEqual([
      303,
      `/client-form?section=${Number(step.at(-1)) + 1}`,
    ])
    expect(headers.getSetCookie().join()).toMatch(/^draft=[\w-]{43}; Max-Age=2592000; /)
    expect(onlyDraft(app)).toMatchObject({ status: 'draft', completionPercentage: percent })
  }
})

test('a step with a fault keeps all that was typed and stays where it is', async () => {
  const app = testApp()
  const browser = app.browser()
  for (const buyerName of ['Ann Sample', 'Bob Sample']) {
    const answer = await post(browser, 'next:1', { buyerName, postCode: '' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Post code is required')
    expect(onlyDraft(app)).toMatchObject({ buyerName, status: 'draft' })
  }
})

test('new drafts, saves and submits are limited each by themselves', async () => {
  const app = testApp({ limitFactor: 1 / 600 })
  const browser = app.browser()
  const statuses = async (from: Browser, ...steps: string[]) => {
    const all = []
    for (const step of steps) all.push((await post(from, step)).status)
    return all
  }
  expect(await statuses(browser, 'next:1')).toEqual([303])
  expect(await statuses(app.browser(), 'next:1')).toEqual([429])
  expect(await statuses(browser, 'next:1', 'next:3', 'next:4')).toEqual([303, 303, 429])
  expect(await statuses(browser, 'submit')).toEqual([303])
  expect(onlyDraft(app).status).toBe('submitted')
  expect(await statuses(app.browser(), 'submit')).toEqual([429])
})
