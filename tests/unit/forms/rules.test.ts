import { expect, test } from 'vitest'
import { typeOf } from '#src/forms/fields/field.ts'
import { fieldNames, fields } from '#src/forms/fields/fields.ts'
import { faultOf } from '#src/forms/fields/schema.ts'

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

test.each([
  ...['ann@example.com', "o'brien+test@sub.example.co.uk", 'ANN@EXAMPLE.COM', 'a_b-c@example.org'],
  ' ann@example.com ',
])('%j is an address', (address) => {
  expect(faultOf('mainEmail', address)).toBeNull()
})

test.each([
  ...['', 'ann', 'ann@', '@example.com', 'ann@example', 'ann@@example.com', 'a..b@example.com'],
  ...['.ann@example.com', 'ann.@example.com', 'ann@-example.com', 'ann@exam_ple.com'],
  ...['ann@example.com, bob@example.com', '<ann@example.com>', '"ann"@example.com'],
  ...['ann@example.com\nBcc: bob@example.com', 'ann@[127.0.0.1]', 'ann @example.com'],
  ...['änn@example.com', 'ann@exämple.com'],
])('%j is no address', (address) => {
  expect(faultOf('mainEmail', address)).toBe('Valid email is required')
})

const address = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`
