import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkTyped, emailPattern } from '#src/forms/fields/browser-rules.ts'
import { businessTypes } from '#src/forms/fields/choices.ts'
import { coerce } from '#src/forms/fields/coerce.ts'
import { typeOf } from '#src/forms/fields/field-types.ts'
import { type FieldName, fieldNames, fieldNamesIn, fields } from '#src/forms/fields/fields.ts'
import { checkSection, faultOf } from '#src/forms/fields/schema.ts'
import { namesIn } from '#src/forms/registration/form-values.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { seededRandom } from '../../support/random.ts'

const thisYear = 2026

test.each(fieldNames)('%s has the message of the table for nothing', (name) => {
  for (const nothing of [undefined, null])
    expect(faultOf(name, nothing)).toBe(fields[name].message ?? null)
})

const texts = fieldNames.flatMap((name) => {
  const { max } = typeOf(fields[name].type)
  return max ? [[name, max] as const] : []
})

test.each(texts)('%s has at most %i characters', (name, max) => {
  const isEmail = fields[name].type === 'email'
  const text = (length: number) => (isEmail ? address(length) : 'x'.repeat(length))
  expect(faultOf(name, text(max))).toBeNull()
  expect(faultOf(name, text(max + 1))).toBe(`Use ${max} characters or fewer`)
})

test('the browser has the same opinion of addresses as the server', () => {
  expect(emailPattern.source).toBe(z.regexes.email.source.replaceAll('\\-', '-'))
  for (const address of addresses)
    expect(emailPattern.test(address), address).toBe(faultOf('mainEmail', address) === null)
})

describe('what the browser says of a section', () => {
  test.each(sectionNumbers)('is what the server says of it: section %i, 100 inputs', (number) => {
    const random = seededRandom(number)
    const said = new Set<string>()
    for (let round = 0; round < 100; round++) {
      const values =
        number === 2 ? { directors: someDirectors(random) } : someValues(number, random)
      const errors = checkSection(number, asCoerced(values), thisYear)
      expect(checkTyped(namesIn(number), values, thisYear), JSON.stringify(values)).toEqual(errors)
      for (const message of Object.values(errors)) said.add(message)
    }
    // each message of the section came up, so each rule was tried
    const messages = fieldNamesIn(number).flatMap((name) => fields[name].message ?? [])
    expect([...said]).toEqual(expect.arrayContaining(messages))
  })

  test('is nothing for a section that is filled in well', () => {
    const always = () => 0.5
    for (const number of sectionNumbers) {
      const values = fieldNamesIn(number).map((name) => [name, good(name, always)])
      const directors = [{ name: 'Ann Example' }]
      const given = { ...Object.fromEntries(values), ...(number === 2 && { directors }) }
      expect(checkTyped(namesIn(number), given, thisYear)).toEqual({})
    }
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

const pick = <T>(from: readonly T[], random: () => number): T | undefined =>
  from[Math.floor(random() * from.length)]

/** Something that a person may give and the server takes. */
function good(name: FieldName, random: () => number): unknown {
  const { type } = fields[name]
  if (type === 'choice') return pick(Object.keys(fields[name].options ?? {}), random)
  if (type === 'choices') return [pick(businessTypes, random)]
  if (type === 'yesNo') return pick(['yes', 'no', ''], random)
  if (type === 'signature') return 'data:image/png;base64,AAAA'
  if (type === 'day') return '2019-05-17'
  if (type === 'email') return ' ann@example.com '
  if (name === 'businessEstablished') return pick(['7', '2001', '12 years'], random)
  return pick(['Example Ltd', ' 1 High Street\nLeeds ', 'x'.repeat(200)], random)
}

/** What a form may hold, good and bad: a control for dates or choices gives a right one or none. */
function someValues(section: number, random: () => number): Record<string, unknown> {
  return Object.fromEntries(
    fieldNamesIn(section).map((name) => {
      const { type } = fields[name]
      const { max } = typeOf(type)
      const dice = random()
      if (dice < 0.15) return [name, type === 'choices' ? [] : '']
      if (dice < 0.25 && max) return [name, ' \t ']
      if (dice < 0.3 && max) return [name, 'x'.repeat(max + 1)]
      if (dice < 0.35 && type === 'email') return [name, address(Number(max) + 1)]
      if (dice < 0.5 && type === 'email') return [name, pick(addresses, random)]
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

/** The values as the server coerces them; a text that is too long for that stays, to be told so. */
function asCoerced({ directors, ...values }: Record<string, unknown>): Record<string, unknown> {
  const rows = directors as { name: string }[] | undefined
  const coerced = Object.entries(values).map(([name, value]) => {
    const read = coerce(name as FieldName, value)
    return [name, read.ok ? read.value : String(value).trim()]
  })
  return {
    ...Object.fromEntries(coerced),
    ...(rows && { directors: rows.map((each) => ({ ...each, name: each.name.trim() })) }),
  }
}
