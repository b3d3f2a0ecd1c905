import { describe, expect, test } from 'vitest'
import { startDraft } from '../../support/app/applicants.ts'
import { type SectionNumber, sectionSave } from '../../support/app/application-answers.ts'
import { expectError, scenarios } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'

/** What each required field says, word for word. */
const messages: [section: SectionNumber, field: string, message: string][] = [
  [1, 'accountType', 'Please select an account type'],
  [1, 'businessName', 'Business name is required'],
  [1, 'businessAddress', 'Business address is required'],
  [1, 'postCode', 'Post code is required'],
  [1, 'telephone', 'Telephone is required'],
  [1, 'mainEmail', 'Valid email is required'],
  [1, 'mobile', 'Mobile number is required'],
  [1, 'coRegistration', 'Company registration is required'],
  [1, 'dateIncorporation', 'Date of incorporation is required'],
  [1, 'vatNo', 'VAT number is required'],
  [1, 'eoriNumber', 'EORI number is required'],
  [1, 'businessEstablished', 'Business established date is required'],
  [1, 'businessTypes', 'At least one business type is required'],
  [2, 'directors', 'At least one director name is required'],
  [3, 'accountsContact', 'Accounts contact is required'],
  [3, 'invoiceAddress', 'Invoice address is required'],
  [3, 'invoicePostCode', 'Invoice post code is required'],
  [3, 'accountsTelephone', 'Accounts telephone is required'],
  [3, 'invoiceEmail', 'Valid invoice email is required'],
  [3, 'financialEmail', 'Valid financial email is required'],
  [3, 'invoiceQueriesEmail', 'Valid invoice queries email is required'],
  [4, 'buyerName', 'Buyer name is required'],
  [4, 'buyerEmail', 'Valid buyer email is required'],
  [4, 'buyerTelephone', 'Buyer telephone is required'],
  [4, 'buyerMobile', 'Buyer mobile is required'],
  [5, 'siteContact', 'Site contact is required'],
  [5, 'deliveryAddress', 'Delivery address is required'],
  [5, 'deliveryPostCode', 'Delivery post code is required'],
  [5, 'deliveryTelephone', 'Delivery telephone is required'],
  [5, 'deliveryEmail', 'Valid delivery email is required'],
  [5, 'deliveryMobile', 'Delivery mobile is required'],
  [5, 'authSignature', 'Digital signature is required'],
  [5, 'position', 'Position is required'],
  [5, 'agreementDate', 'Agreement date is required'],
]

const lists: Record<string, { blank: unknown; spaces: unknown }> = {
  businessTypes: { blank: [], spaces: ['  '] },
  directors: { blank: [{ name: '', position: '' }], spaces: [{ name: ' \t ', position: 'Chair' }] },
}

/** Without an account type the account is on credit, and a save without the directors does not speak of them. */
const mayBeMissing = ['accountType', 'directors']

describe.each(messages)('section %i without %s', (section, field, message) => {
  const kinds: [string, unknown][] = [
    ['blank', lists[field] ? lists[field].blank : ''],
    ['only spaces', lists[field] ? lists[field].spaces : '   '],
    ['null', lists[field] ? lists[field].blank : null],
    ...(mayBeMissing.includes(field) ? [] : ([['missing', undefined]] as [string, unknown][])),
  ]
  scenarios(
    kinds.flatMap(([kind, value]) => {
      const expected = {
        body: sectionSave(section, { [field]: value }),
        status: 400,
        message,
        // whoever gives no date of foundation may be new at the present address too, but an address was given
        errors: { [field]: message },
      }
      const fromElsewhere = section === 4 ? 3 : 4
      return [
        { name: `${kind}, on the first save`, ...expected },
        {
          name: `${kind}, on a later save`,
          before: (browser) => startDraft(browser, fromElsewhere),
          ...expected,
        },
      ]
    }),
  )
})

const optional: [SectionNumber, string][] = [
  [1, 'fax'],
  [1, 'previousAddress'],
  [3, 'accountsFax'],
  [3, 'poMandatory'],
  [4, 'buyerFax'],
  [5, 'deliveryFax'],
]

describe.each(optional)('section %i may go without %s', (section, field) => {
  scenarios(
    ['', '   ', null, undefined].map((value) => ({
      name: `given as ${JSON.stringify(value)}`,
      body: sectionSave(section, { [field]: value }),
      status: 201,
    })),
  )
})

const emails = messages.filter(([, field]) => field.endsWith('Email'))

describe.each(emails)('section %i, %s', (section, field, message) => {
  scenarios(
    [
      'office',
      'office@',
      '@example.com',
      'office@example',
      'office@@example.com',
      'office@example..com',
      'office @example.com',
      'office@exam ple.com',
      'office@example.com, other@example.com',
      'Office <office@example.com>',
      'mailto:office@example.com',
      '.office@example.com',
    ].map((address) => ({
      name: `does not take ${address}`,
      body: sectionSave(section, { [field]: address }),
      status: 400,
      message,
      errors: { [field]: message },
    })),
  )
})

test('a section that is blank all over gets the messages of all its fields at once', async () => {
  for (const section of [1, 2, 3, 4, 5] as const) {
    const browser = testApp().browser()
    const own = messages.filter(([number]) => number === section)
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
  const needed = [
    '1',
    '0',
    '1.5',
    '',
    '2026',
    '2025',
    'since 2025',
    'about five',
    'two',
    '-',
    1,
    null,
  ]
  const free = ['2', '2.0', '17', '2019', '2024', 'since 1987', 'founded in 1899', '25 years', 3]
  const message = 'Previous address is required'
  scenarios([
    ...needed.map((businessEstablished) => ({
      name: `is asked for when the business is ${JSON.stringify(businessEstablished)} years old`,
      body: sectionSave(1, { businessEstablished, previousAddress: ' ' }),
      status: 400,
      errors: {
        ...(!businessEstablished &&
          businessEstablished !== 0 && {
            businessEstablished: 'Business established date is required',
          }),
        previousAddress: message,
      },
    })),
    ...free.map((businessEstablished) => ({
      name: `is not asked for when it is ${JSON.stringify(businessEstablished)}`,
      body: sectionSave(1, { businessEstablished, previousAddress: '' }),
      status: 201,
    })),
    {
      name: 'is enough when it is given, however young the business is',
      body: sectionSave(1, { businessEstablished: '0' }),
      status: 201,
    },
  ])

  test('the year that counts is the one of the office, not of the clock in Greenwich', async () => {
    const save = sectionSave(1, { businessEstablished: '2025', previousAddress: '' })
    const east = testApp({ env: { APP_TIMEZONE: 'Pacific/Auckland' } })
    const home = testApp()
    for (const app of [east, home]) app.clock.now = Date.parse('2026-12-31T12:00:00Z')
    expect((await home.browser().post('/api/applications', save)).status).toBe(400)
    expect((await east.browser().post('/api/applications', save)).status).toBe(201)
  })
})
