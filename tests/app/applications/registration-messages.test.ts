import { describe, expect, test } from 'vitest'
import { startDraft } from '../../support/app/applicants.ts'
import { type SectionNumber, sectionSave } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { expectError, scenarios } from '../../support/app/scenarios.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { requiredMessages } from '../../support/required-messages.ts'

const lists: Record<string, { blank: unknown; spaces: unknown }> = {
  businessTypes: { blank: [], spaces: ['  '] },
  directors: { blank: [{ name: '', position: '' }], spaces: [{ name: ' \t ', position: 'Chair' }] },
}

/** Without an account type the account is on credit, and a save without the directors does not speak of them. */
const mayBeMissing = ['accountType', 'directors']

describe.each(requiredMessages)('section %i without %s', (section, field, message) => {
  const kinds: [string, unknown][] = [
    ['blank', lists[field] ? lists[field].blank : ''],
    ['only spaces', lists[field] ? lists[field].spaces : '   '],
    ['null', lists[field] ? lists[field].blank : null],
    ...(mayBeMissing.includes(field) ? [] : ([['missing', undefined]] as [string, unknown][])),
  ]
  const bodies = kinds.map(([kind, value]): [string, unknown] => [
    kind,
    sectionSave(section, { [field]: value }),
  ])
  // without a date of foundation the business may be new at its address too, but an address was given
  const errors = { [field]: message }

  test('is refused on the first save', () => refused(testApp(), null, bodies, errors))

  test('is refused on a later save', async () => {
    const app = testApp()
    await refused(app, await draftIn(app, section === 4 ? 3 : 4), bodies, errors)
  })
})

/** Sends each body, which has to be refused with one error and to leave everything as it was. */
async function refused(
  app: TestApp,
  draft: { browser: Browser; id: string } | null,
  bodies: [kind: string, body: unknown][],
  errors: Record<string, string>,
) {
  const stored = app.dump()
  const { browser, id } = draft ?? { browser: app.browser(), id: null }
  for (const [kind, body] of bodies) {
    const path = '/api/applications'
    const answer = await (id ? browser.put(`${path}/${id}`, body) : browser.post(path, body))
    expect([kind, answer.status]).toEqual([kind, 400])
    expectError(answer)
    expect(answer.json, kind).toEqual({ message: Object.values(errors)[0], errors })
  }
  expect(app.dump()).toEqual(stored)
}

async function draftIn(app: TestApp, section: SectionNumber) {
  const browser = app.browser()
  return { browser, id: await startDraft(browser, section) }
}

test('a section that is blank all over gets the messages of all its fields at once', async () => {
  for (const section of [1, 2, 3, 4, 5] as const) {
    const browser = testApp().browser()
    const own = requiredMessages.filter(([number]) => number === section)
    const blank = Object.fromEntries(
      own.map(([, field]) => [field, lists[field] ? lists[field].blank : '']),
    )
    const answer = await browser.post('/api/applications', {
      [section]: blank,
      currentSection: section,
    })
    expect(answer.status).toBe(400)
    expectError(answer)
    expect(answer.json?.errors).toEqual({
      ...Object.fromEntries(own.map(([, field, message]) => [field, message])),
      ...(section === 1 && { previousAddress: 'Previous address is required' }),
    })
    expect(answer.json?.message).toBe(own[0]?.[2])
  }
})

describe('previous address', () => {
  // every way to write an age is tried in tests/unit/forms/previous-address.test.ts
  scenarios([])

  test('the year that counts is the one of the office, not of the clock in Greenwich', async () => {
    const save = sectionSave(1, { businessEstablished: '2025', previousAddress: '' })
    const east = testApp({ env: { APP_TIMEZONE: 'Pacific/Auckland' } })
    const home = testApp()
    for (const app of [east, home]) app.clock.now = Date.parse('2026-12-31T12:00:00Z')
    expect((await home.browser().post('/api/applications', save)).status).toBe(400)
    expect((await east.browser().post('/api/applications', save)).status).toBe(201)
  })
})
