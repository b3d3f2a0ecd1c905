import { expect, test } from 'vitest'
import { typeOf } from '#src/forms/fields/field.ts'
import { fieldNames, fields } from '#src/forms/fields/fields.ts'
import { faultOf, readField } from '#src/forms/fields/schema.ts'

const texts = fieldNames.flatMap((name) => {
  const { max } = typeOf(fields[name].type)
  return max ? [[name, max] as const] : []
})

test.each(texts)('limits %s to %i characters', (name, max) => {
  const isEmail = fields[name].type === 'email'
  const text = (length: number) => (isEmail ? address(length) : 'x'.repeat(length))
  expect(faultOf(name, text(max))).toBeNull()
  expect(faultOf(name, text(max + 1))).toBe(`Use ${max} characters or fewer`)
})

test.each([
  ...['ann@example.com', "o'brien+test@sub.example.co.uk", 'ANN@EXAMPLE.COM', 'a_b-c@example.org'],
  ' ann@example.com ',
  ...['r&d@example.com', 'p&l@example.com', 'a/b@example.com', "{|}~!#$%&'*+/=?^_`-@example.com"],
  ...['ann@example.xn--p1ai', 'ann@xn--e1afmkfd.xn--p1ai', 'ann@1and1.example', '1@2.example'],
])('accepts %j as an email address', (address) => {
  expect(faultOf('mainEmail', address)).toBeNull()
})

test.each([
  ...['', 'ann', 'ann@', '@example.com', 'ann@example', 'ann@@example.com', 'a..b@example.com'],
  ...['.ann@example.com', 'ann.@example.com', 'ann@-example.com', 'ann@exam_ple.com'],
  ...['ann@example.com, bob@example.com', '<ann@example.com>', '"ann"@example.com'],
  ...['ann@example.com\nBcc: bob@example.com', 'ann@[127.0.0.1]', 'ann @example.com'],
  ...['änn@example.com', 'ann@127.0.0.1', 'ann@example.com.', 'ann@example.c', 'r&d@localhost'],
  ...['mailto:ann@example.com', 'Ann <ann@example.com>', 'ann@exa mple.com', 'ann@ex/ämple.com'],
])('refuses %j as an email address', (address) => {
  expect(faultOf('mainEmail', address)).toBe('Valid email is required')
})

test.each([
  ['ann@müller.example', 'ann@xn--mller-kva.example'],
  ['r&d@пример.рф', 'r&d@xn--e1afmkfd.xn--p1ai'],
  ['ann@MÜLLER。example', 'ann@xn--mller-kva.example'],
])('stores the email address %j as mail servers know it', (typed, kept) => {
  expect(readField('mainEmail', typed)).toEqual({ value: kept, fault: null })
})

const address = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`
