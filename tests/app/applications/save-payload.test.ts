import { describe, expect, test } from 'vitest'
import { startDraft, stored, storedAnswers } from '../../support/app/applicants.ts'
import { answers, sectionSave } from '../../support/app/application-answers.ts'
import { type After, type Outcome, scenarios } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'

const { 2: list } = answers
const flat = { ...answers[1], ...list, ...answers[3], ...answers[4], ...answers[5] }

/** The application that the answer names holds these values. */
const holds =
  (values: Record<string, unknown>): After =>
  ({ app, answer }) =>
    expect(stored(app, String(answer.json?.id)).application).toMatchObject(values)

const holdsEverything = ({ app, answer }: Outcome) => {
  const { application, directors, signatures } = stored(app, String(answer.json?.id))
  expect(application).toMatchObject(storedAnswers('draft'))
  expect(directors).toMatchObject(list.directors)
  expect(signatures).toHaveLength(1)
}

describe('shapes of a save', () => {
  scenarios([
    {
      name: 'sections by their numbers',
      body: { ...answers },
      status: 201,
      after: holdsEverything,
    },
    { name: 'the same fields flat', body: flat, status: 201, after: holdsEverything },
    {
      name: 'unknown keys are ignored, outside and inside sections',
      body: { 4: { ...answers[4], shoeSize: 44 }, theme: 'dark', 6: { more: true }, notes: [1] },
      status: 201,
      after: holds(answers[4]),
    },
    {
      name: 'a later save with a blank empties the field when its section is not the current one',
      before: (browser) => startDraft(browser, 4),
      body: { 4: { ...answers[4], buyerFax: '' }, 3: answers[3], currentSection: 3 },
      status: 200,
      after: holds({ buyerFax: null, accountsContact: 'Ada Sample-Jones' }),
    },
    {
      name: 'only the current section is checked in full, the others may be half filled',
      body: {
        ...sectionSave(4),
        1: { businessName: 'Only A Name Ltd' },
        3: { invoiceEmail: 'no' },
      },
      status: 201,
      after: holds({ businessName: 'Only A Name Ltd', invoiceEmail: 'no' }),
    },
  ])
})

describe('an invalid save', () => {
  const nothing = 'The request has no field of the registration form'
  const refused: [string, unknown, string?][] = [
    ['nothing at all', {}, nothing],
    ['empty sections', { 1: {}, 3: {}, 4: {}, 5: {} }, nothing],
    ['directors as an object with a length', { 2: { directors: { length: 4294967295 } } }],
    ["a director's name as a list", { 2: [{ name: ['Tomasz'] }] }],
    ['more business types than anybody has', { 1: { businessTypes: Array(21).fill('PLC') } }],
    ['an unreadable yes or no', { 3: { poMandatory: 'perhaps' } }],
    ['a current section that does not exist', { ...sectionSave(4), currentSection: 6 }],
    [
      'a current section as an object',
      { ...sectionSave(4), currentSection: { valueOf: 1, toString: 1 } },
    ],
    ...['approved', 'SUBMITTED', 0].map((status): [string, unknown] => [
      `the status ${JSON.stringify(status)}`,
      { ...sectionSave(4), status },
    ]),
  ]
  scenarios([
    ...refused.map(([name, body, message]) => ({
      name,
      body,
      status: 400,
      ...(message && { message }),
    })),
  ])
})

describe('input is taken generously', () => {
  const taken: [given: Record<string, unknown>, kept: Record<string, unknown>][] = [
    [{ dateIncorporation: '2009-03-03T00:00:00.000Z' }, { dateIncorporation: '2009-03-03' }],
    [{ agreementDate: ' 2026-11-19 ' }, { agreementDate: '2026-11-19' }],
    ...[true, 'Yes', 1].map((given): [object, object] => [
      { poMandatory: given },
      { poMandatory: true },
    ]),
    ...[false, 'no', '0'].map((given): [object, object] => [
      { poMandatory: given },
      { poMandatory: false },
    ]),
    ...['', null].map((given): [object, object] => [{ poMandatory: given }, { poMandatory: null }]),
    [
      { telephone: 2079460101, businessEstablished: 17 },
      { telephone: '2079460101', businessEstablished: '17' },
    ],
    [{ businessTypes: ['LLP', 'LLP', 'PLC'] }, { businessTypes: ['LLP', 'PLC'] }],
    [{ businessName: '  Sample \t Ltd\n' }, { businessName: 'Sample   Ltd' }],
    [
      { businessAddress: 'One\r\nTwo\rThree\u2028Four' },
      { businessAddress: 'One\nTwo\nThree\nFour' },
    ],
    [{ buyerName: 'Zoe\u0308 Sample' }, { buyerName: 'Zoë Sample' }],
  ] as [Record<string, unknown>, Record<string, unknown>][]
  scenarios(
    taken.map(([given, kept]) => ({
      name: `${JSON.stringify(given)} is kept as ${JSON.stringify(kept)}`,
      body: { ...flat, ...given },
      status: 201,
      after: holds(kept),
    })),
  )

  test('uses credit for a missing account type, and leaves a stored type alone on later saves', async () => {
    const app = testApp()
    const browser = app.browser()
    const made = await browser.post('/api/applications', sectionSave(1, { accountType: undefined }))
    const id = String(made.json?.id)
    expect(stored(app, id).application.accountType).toBe('credit')
    await browser.put(`/api/applications/${id}`, { accountType: 'cash' })
    await browser.put(`/api/applications/${id}`, sectionSave(1, { accountType: undefined }))
    expect(stored(app, id).application.accountType).toBe('cash')
  })
})

describe('an invalid date is refused in its section', () => {
  const dates = ['2009-02-30', '03/03/2009', 'T']
  scenarios(
    dates.map((dateIncorporation) => ({
      name: dateIncorporation,
      body: sectionSave(1, { dateIncorporation }),
      status: 400,
      errors: {
        dateIncorporation:
          'Date of incorporation is required: this date is incomplete, or there is no such day',
      },
    })),
  )
})

describe('a value that is not on the list is refused in its section', () => {
  scenarios([
    {
      name: 'a business type',
      body: sectionSave(1, { businessTypes: ['PLC', 'Charity'] }),
      status: 400,
      errors: { businessTypes: 'At least one business type is required' },
    },
  ])
})
