import { describe, expect, test } from 'vitest'
import { signedDataOf } from '#src/domain/applications/frozen-data.ts'
import { termsInForce } from '#src/domain/terms/versions.ts'
import {
  fillDraft,
  startDraft,
  stored,
  storedAnswers,
  submit,
} from '../../support/app/applicants.ts'
import { answers, finalSave, sectionSave } from '../../support/app/application-answers.ts'
import { scenarios } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'
import { emails } from '../../support/mail/mail-settings.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { readSignature, stroke } from '../../support/pdf/signatures.ts'
import { requiredMessages } from '../../support/required-messages.ts'

const { authSignature } = answers[5]
const blankPad = `data:image/png;base64,${makePng({ ...stroke, pixel: () => [255, 255, 255, 255] }).toString('base64')}`
/** An account type is on credit by itself, the contact is in the payload, and section 4 is stored. */
const missing = Object.fromEntries(
  requiredMessages
    .filter(
      ([section, field]) => section !== 4 && !['accountType', 'accountsContact'].includes(field),
    )
    .map(([, field, message]) => [field, message]),
)
const conflict =
  'This application has been submitted and can no longer be changed here. Nothing was changed: to change your details, use the client portal.'

test('saves an application section by section, submits it, and stores every answer', async () => {
  const app = testApp()
  const browser = app.browser()
  const made = await browser.post('/api/applications', sectionSave(1))
  const id = String(made.json?.id)
  expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  for (const number of [2, 3, 4, 5] as const) {
    const saved = await browser.put(`/api/applications/${id}`, sectionSave(number))
    expect(saved.json).toEqual({ id, status: 'draft', completionPercentage: number * 20 })
  }
  await browser.post(`/api/applications/${id}/directors`, answers[2])
  const done = await browser.put(`/api/applications/${id}`, finalSave())
  expect(done.status).toBe(200)
  expect(done.json).toEqual({ id, status: 'submitted', completionPercentage: 100 })
  const { application, directors, signatures } = stored(app, id)
  expect(application).toMatchObject({
    ...storedAnswers(),
    status: 'submitted',
    submittedAt: app.clock.now,
  })
  expect(directors).toMatchObject(answers[2].directors)
  const drawn = readSignature(authSignature)
  expect(drawn.ok && Buffer.from(drawn.png).equals(signatures[0]?.png as Buffer)).toBe(true)
  expect(signatures).toMatchObject([{ kind: 'authorisation', hasInk: true, typedName: null }])
  expect(signedDataOf(app.deps, id)).toMatchObject({
    fields: storedAnswers(),
    directors: answers[2].directors,
    terms: { version: '2026-11', sha256: termsInForce(app.deps).sha256 },
    signedAt: new Date(app.clock.now).toISOString(),
  })
})

describe('submitting with something missing', () => {
  scenarios([
    {
      name: 'gets the errors of all five sections, and nothing of the payload is stored',
      before: (browser) => startDraft(browser, 4),
      body: {
        ...finalSave(),
        1: {},
        2: { directors: [] },
        3: { accountsContact: 'Late Sample' },
        5: {},
      },
      status: 400,
      errors: {
        ...missing,
        previousAddress: 'Previous address is required',
      },
    },
    {
      name: 'a status alone submits what is stored',
      before: (browser) => fillDraft(browser),
      body: { status: 'submitted' },
      status: 200,
      after: ({ app, id }) => expect(stored(app, id).documents).toHaveLength(1),
    },
    {
      name: 'a pad without ink is taken by the call, and marked for the reviewer',
      before: (browser) => fillDraft(browser),
      body: finalSave({ authSignature: blankPad }),
      status: 200,
      after: ({ app, id }) => expect(stored(app, id).signatures).toMatchObject([{ hasInk: false }]),
    },
  ])
})

describe('after the submit', () => {
  test('answers the same values the same after the submit, and writes nothing', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await submit(browser)
    app.clock.now += 60_000
    const before = app.dump()
    const spaced = { ...answers[1], businessName: `  ${answers[1].businessName} ` }
    for (const body of [finalSave(), spaced]) {
      const answer = await browser.put(`/api/applications/${id}`, body)
      expect(answer.json).toEqual({ id, status: 'submitted', completionPercentage: 100 })
    }
    expect(app.dump()).toEqual(before)
  })

  const other: [string, object][] = [
    ['one other field', finalSave({ businessName: 'Renamed Ltd' })],
    ['other directors', finalSave({ directors: [{ name: 'New Sample' }] })],
  ]
  scenarios(
    other.map(([name, body]) => ({
      name: `${name} is refused`,
      before: (browser) => submit(browser),
      body,
      status: 409,
      message: conflict,
    })),
  )
})

test('stores one signed document, one event and one receipt for a double click on Submit Application', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await fillDraft(browser)
  const clicks = await Promise.all(
    Array.from({ length: 8 }, () => browser.put(`/api/applications/${id}`, finalSave())),
  )
  expect(clicks.map(({ status }) => status)).toEqual(clicks.map(() => 200))
  expect(new Set(clicks.map(({ text }) => text)).size).toBe(1)
  expect(stored(app, id).documents).toHaveLength(1)
  const events = app.dump().events as { action: string }[]
  expect(events.filter(({ action }) => action === 'application submitted')).toHaveLength(1)
  expect(
    emails(app)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['new-application', 'receipt'])
})
