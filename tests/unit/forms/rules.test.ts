import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { registrationRules } from '#src/forms/registration/constraints.ts'
import { readField } from '#src/forms/registration/read.ts'
import { checkSection, sections } from '#src/forms/registration/registration.ts'
import {
  accountTypes,
  businessTypes,
  sectionNumbers,
} from '#src/forms/registration/registration-choices.ts'
import { checkByRules, type Rules, texts } from '#src/forms/registration/rules.ts'
import { seededRandom } from '../../support/random.ts'

const thisYear = 2026
const rules = registrationRules()

/** Every field of the form with its schema; the directors, a list, stand apart. */
const fields = Object.values(sections)
  .flatMap((section) => Object.entries<z.ZodType>(section.shape))
  .filter(([name]) => name !== 'directors')
const messageOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message

describe('the table that the browser gets', () => {
  test('has a rule for every field of the form, and for nothing else', () => {
    expect(Object.keys(rules).toSorted()).toEqual(
      ['directors', ...fields.map(([name]) => name)].toSorted(),
    )
  })

  test('is JSON, so that it reaches the browser as it is', () => {
    expect(JSON.parse(JSON.stringify(rules))).toEqual(rules)
  })

  describe.each(fields)('%s', (name, schema) => {
    const rule = rules[name] ?? {}

    test('has the words that the schema has for nothing', () => {
      for (const nothing of [undefined, null]) expect(messageOf(schema, nothing)).toBe(rule.message)
    })

    test('has the longest text that the schema takes', () => {
      if (rule.max === undefined) {
        expect(String(messageOf(schema, 'x'.repeat(100_000)))).not.toMatch(/or fewer/)
        return
      }
      // As long as can be, and one more: an address for the fields that want one.
      const text = (length: number) => (rule.pattern ? address(length) : 'x'.repeat(length))
      expect(messageOf(schema, text(rule.max))).toBeUndefined()
      expect(messageOf(schema, text(rule.max + 1))).toBe(texts.tooLong(rule.max))
    })

    test('has the same opinion of addresses as the schema, where it wants one', () => {
      const pattern = rule.pattern === undefined ? null : new RegExp(rule.pattern)
      const wants = messageOf(schema, 'not-an-address') !== undefined && /email/i.test(name)
      expect(Boolean(pattern)).toBe(wants)
      for (const address of addresses)
        if (pattern) expect(pattern.test(address), address).toBe(schema.safeParse(address).success)
    })
  })
})

describe('what the browser says of a section', () => {
  test.each(sectionNumbers)('is what the server says of it: section %i, 100 inputs', (number) => {
    const random = seededRandom(number)
    const own = rulesOf(number)
    const said = new Set<string>()
    for (let round = 0; round < 100; round++) {
      const values = number === 2 ? { directors: someDirectors(random) } : someValues(own, random)
      const errors = checkSection(number, asRead(values), thisYear)
      expect(checkByRules(own, values, thisYear), JSON.stringify(values)).toEqual(errors)
      for (const message of Object.values(errors)) said.add(message)
    }
    // Each message of the section came up, so each rule was tried.
    const messages = Object.values(own).flatMap(({ message }) => message ?? [])
    expect([...said]).toEqual(expect.arrayContaining(messages))
  })

  test('is nothing for a section that is filled in well', () => {
    const always = () => 0.5
    for (const number of sectionNumbers)
      expect(
        checkByRules(
          rulesOf(number),
          number === 2
            ? { directors: [{ name: 'Ann Example' }] }
            : Object.fromEntries(
                Object.keys(rulesOf(number)).map((name) => [name, good(name, always)]),
              ),
          thisYear,
        ),
      ).toEqual({})
  })
})

const addresses = [
  ...['ann@example.com', "o'brien+test@sub.example.co.uk", 'ANN@EXAMPLE.COM', 'a_b-c@example.org'],
  ...['', 'ann', 'ann@', '@example.com', 'ann@example', 'ann@@example.com', 'a..b@example.com'],
  ...['.ann@example.com', 'ann.@example.com', 'ann@-example.com', 'ann@exam_ple.com'],
  ...[
    'ann@example.com, bob@example.com',
    '<ann@example.com>',
    'ann@example.com\nBcc: bob@example.com',
  ],
  ...[
    '"ann"@example.com',
    'ann@[127.0.0.1]',
    'ann @example.com',
    'änn@example.com',
    'ann@exämple.com',
  ],
]

const address = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`

const rulesOf = (number: keyof typeof sections): Rules =>
  Object.fromEntries(Object.keys(sections[number].shape).map((name) => [name, rules[name] ?? {}]))

const pick = <T>(from: readonly T[], random: () => number): T | undefined =>
  from[Math.floor(random() * from.length)]

/** Something that a person may give and the server takes. */
function good(name: string, random: () => number): unknown {
  if (name === 'accountType') return pick(accountTypes, random)
  if (name === 'businessTypes') return [pick(businessTypes, random)]
  if (name === 'poMandatory') return pick(['yes', 'no', ''], random)
  if (name === 'businessEstablished') return pick(['7', '2001', '12 years'], random)
  if (name === 'authSignature') return 'data:image/png;base64,AAAA'
  if (/^date|Date$/.test(name)) return '2019-05-17'
  if (/email/i.test(name)) return ' ann@example.com '
  return pick(['Example Ltd', ' 1 High Street\nLeeds ', 'x'.repeat(200)], random)
}

/** What a form may hold, good and bad: a control for dates or choices gives a right one or none. */
function someValues(own: Rules, random: () => number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(own).map(([name, { max, pattern }]) => {
      const dice = random()
      if (dice < 0.15) return [name, name === 'businessTypes' ? [] : '']
      if (dice < 0.25 && max) return [name, ' \t ']
      if (dice < 0.3 && max) return [name, 'x'.repeat(max + 1)]
      if (dice < 0.35 && pattern) return [name, address(Number(max) + 1)]
      if (dice < 0.5 && pattern) return [name, pick(addresses, random)]
      if (dice < 0.6 && name === 'businessEstablished')
        return [name, pick(['1', '2026', 'new'], random)]
      return [name, good(name, random)]
    }),
  )
}

const someDirectors = (random: () => number) =>
  Array.from({ length: Math.floor(random() * 4) }, () => ({
    name: pick(['', '  ', 'Ann Example'], random),
    position: pick(['', 'Director'], random),
  }))

/** The values as the server has them once they are read; a text that is too long to be read stays to be told so. */
function asRead(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === 'directors')
        return [
          name,
          (value as { name: string }[]).map((each) => ({ ...each, name: each.name.trim() })),
        ]
      const read = readField(name, value)
      return [name, read.ok ? read.value : String(value).trim()]
    }),
  )
}
