import { describe, expect, test } from 'vitest'
import { readPost } from '#src/http/requests/registration.ts'

type Fields = Record<string, string>

const posted = (fields: Fields | [string, string][]) => readPost(new URLSearchParams(fields))

/** What the form is saved with. */
function saved(fields: Fields | [string, string][]) {
  const step = posted(fields)
  return step.kind === 'show-again' ? null : step.save
}

/** What the page shows again. */
function shown(fields: Fields | [string, string][]) {
  const step = posted(fields)
  return step.kind === 'show-again' ? step.reply.initialValue : null
}

/** The message of the refusal. */
function refusal(fields: Fields | [string, string][]): string {
  try {
    posted(fields)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return 'not refused'
}

describe('the button that was pressed', () => {
  test.each([
    ['next:1', { kind: 'next', section: 1 }],
    ['next:4', { kind: 'next', section: 4 }],
    ['answers:2', { kind: 'answers', section: 2 }],
    ['submit', { kind: 'submit', section: 5 }],
    ['email-link', { kind: 'email-link', section: 3 }],
    ['read-back', { kind: 'show-again', section: 5 }],
  ])('reads the button %s', (step, expected) => {
    expect(posted({ businessName: 'Sample Ltd', section: '3', step })).toMatchObject(expected)
  })

  test('says which section was checked, how complete it is and whether it was submitted', () => {
    const all = {
      businessName: 'Other Ltd',
      businessTypes: 'LLP',
      mainEmail: ' half',
      consent: '2',
    }
    expect(saved({ ...all, step: 'next:2' })).toEqual({
      fields: { businessName: 'Other Ltd', businessTypes: ['LLP'], mainEmail: 'half' },
      consent: '2',
      section: 2,
      isUnfinished: false,
      percent: 40,
      submits: false,
    })
    expect(saved({ ...all, step: 'submit' })).toMatchObject({ section: 5, submits: true })
  })

  test('keeps a stored signature, and unticks all types when none is posted', () => {
    expect(saved({ authSignature: '', step: 'next:1' })?.fields).toEqual({ businessTypes: [] })
  })

  test.each(['next:0', 'next:5', 'next:12', 'xnext:1', 'Submit', ''])(
    'treats the unknown button "%s" as Enter in the section of the page',
    (step) => {
      expect(posted({ step, section: '3' })).toMatchObject({ kind: 'next', section: 3 })
    },
  )
})

describe('Enter', () => {
  test.each([
    ['saves the section of the page', { section: '4' }, 'next', 4],
    ['submits from the last section', { section: '5' }, 'submit', 5],
  ])('%s by Enter', (_, fields, kind, section) => {
    expect(posted(fields as Fields)).toMatchObject({ kind, section })
  })

  test.each(['0', '6', '1x', '', ' 1'])('refuses Enter in the unknown section "%s"', (section) => {
    expect(refusal({ section })).toBe('The form does not say which section it is in')
  })
})

describe('a box "Same as"', () => {
  const business = { businessAddress: '1 High Street', postCode: 'AB1 2CD', step: 'read-back' }
  const accounts = { accountsContact: 'Ada', invoiceEmail: 'bills@example.com' }

  test.each([
    ['sameInvoiceAddress', { invoiceAddress: '1 High Street', invoicePostCode: 'AB1 2CD' }],
    ['sameDeliveryAddress', { deliveryAddress: '1 High Street', deliveryPostCode: 'AB1 2CD' }],
    [
      'sameInvoiceEmails',
      { financialEmail: 'bills@example.com', invoiceQueriesEmail: 'bills@example.com' },
    ],
    ['sameBuyer', { buyerName: 'Ada', buyerEmail: 'bills@example.com' }],
  ])('copies over what was typed by a ticked %s', (box, copied) => {
    const typed = Object.fromEntries(Object.keys(copied).map((name) => [name, 'typed']))
    expect(shown({ ...business, ...accounts, ...typed, [box]: 'on' })).toMatchObject(copied)
    expect(shown({ ...business, ...accounts, ...typed })).toMatchObject(typed)
  })
})

describe('the rows of directors', () => {
  const rows = {
    'directors[0].name': 'Ann',
    'directors[0].position': 'Chair',
    'directors[1].name': 'Bob',
    'directors[1].position': '',
  }
  const intent = (type: string, payload: object) => ({
    __intent__: JSON.stringify({ type, payload: { name: 'directors', ...payload } }),
  })
  const [ann, bob] = [{ name: 'Ann', position: 'Chair' }, { name: 'Bob' }]

  test.each([
    ['Add', intent('insert', {}), [ann, bob, undefined]],
    ['Add in front', intent('insert', { index: 0 }), [undefined, ann, bob]],
    ['Remove', intent('remove', { index: 0 }), [bob]],
  ])(
    'shows the form again with the directors after %s, whatever else is pressed',
    (_, asked, directors) => {
      const form = { ...rows, ...asked, businessName: 'Other', step: 'submit' }
      expect(posted(form)).toMatchObject({ kind: 'show-again', section: 2 })
      expect(shown(form)).toMatchObject({ businessName: 'Other', directors })
    },
  )

  test('accepts at most 50 directors', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`directors[${at}].name`, 'Ann']))
    expect(shown({ ...many(49), ...intent('insert', {}) })?.directors).toHaveLength(50)
    expect(refusal({ ...many(50), ...intent('insert', {}) })).toBe('Unknown form action')
    for (const index of [50, 100_000])
      expect(refusal({ [`directors[${index}].name`]: 'Ann', step: 'read-back' })).toBe(
        'The form has too many fields',
      )
  })

  test.each([
    ['{', 'not JSON'],
    ['null', 'nothing'],
    [intent('update', { index: 0 }).__intent__, 'another type'],
    [intent('insert', { name: 'businessTypes' }).__intent__, 'another list'],
    [intent('insert', { defaultValue: { name: 'Eve' } }).__intent__, 'a row of its own'],
    [intent('insert', { index: -1 }).__intent__, 'an index below'],
    [intent('insert', { index: 51 }).__intent__, 'an index above'],
    [intent('insert', { index: 0.5 }).__intent__, 'half an index'],
    ['', 'an empty one'],
  ])('changes no directors by %s: %s', (asked) => {
    expect(refusal({ ...rows, __intent__: asked })).toBe('Unknown form action')
  })
})
