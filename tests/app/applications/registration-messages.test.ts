import { expect, test } from 'vitest'
import { startDraft } from '../../support/app/applicants.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { expectError } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'
import { requiredMessages } from '../../support/required-messages.ts'

test('shows all messages of a section of blanks, on the first save and a later one', async () => {
  // The signature is empty, because blanks would be refused as no image.
  const blanks: Record<string, unknown> = {
    businessTypes: ['  '],
    directors: [{ name: ' \t ', position: '' }],
    authSignature: '',
    mainEmail: null,
  }
  for (const section of [1, 2, 3, 4, 5] as const) {
    const app = testApp()
    const browser = app.browser()
    const own = requiredMessages.filter(([number]) => number === section)
    const fields = Object.fromEntries(
      own.map(([, field]) => [field, field in blanks ? blanks[field] : '   ']),
    )
    const body = { [section]: fields, currentSection: section }
    const id = await startDraft(browser, section === 4 ? 3 : 4)
    const stored = app.dump()
    for (const answer of [
      await app.browser().post('/api/applications', body),
      await browser.put(`/api/applications/${id}`, body),
    ]) {
      expect(answer.status).toBe(400)
      expectError(answer)
      expect(answer.json?.errors).toEqual({
        ...Object.fromEntries(own.map(([, field, message]) => [field, message])),
        ...(section === 1 && { previousAddress: 'Previous address is required' }),
      })
      expect(answer.json?.message).toBe(own[0]?.[2])
    }
    expect(app.dump()).toEqual(stored)
  }
})

// every way to write an age is tried in tests/unit/forms/previous-address.test.ts
test('asks for a previous address by the year at the office, not in Greenwich', async () => {
  const save = sectionSave(1, { businessEstablished: '2025', previousAddress: '' })
  const east = testApp({ env: { APP_TIMEZONE: 'Pacific/Auckland' } })
  const home = testApp()
  for (const app of [east, home]) app.clock.now = Date.parse('2026-12-31T12:00:00Z')
  expect((await home.browser().post('/api/applications', save)).status).toBe(400)
  expect((await east.browser().post('/api/applications', save)).status).toBe(201)
})

test('asks for the previous address to the day when the answer names only a month', async () => {
  const save = sectionSave(1, { businessEstablished: 'December 2024', previousAddress: '' })
  const app = testApp()
  app.clock.now = Date.parse('2026-11-28T12:00:00Z')
  const early = await app.browser().post('/api/applications', save)
  expect([early.status, early.json?.errors]).toEqual([
    400,
    { previousAddress: 'Previous address is required' },
  ])
  app.clock.now = Date.parse('2027-01-01T12:00:00Z')
  expect((await app.browser().post('/api/applications', save)).status).toBe(201)
})
