import { expect, test } from 'vitest'
import { breakable, printable } from '#src/pdf/document/printable-sheet.ts'

const latin = (codePoint: number) => codePoint < 0x370

test('prints one mark for a letter that the fonts lack, however its parts are joined', () => {
  expect(printable('a 中 👍🏽 b', latin)).toBe('a \uFFFD \uFFFD b')
})

test('prints the plain form of a letter that the fonts lack, and only then', () => {
  expect(printable('ＡＢＣ Ⅷ 𝐁𝐨𝐛 ㎏', latin)).toBe('ABC VIII Bob kg')
  expect(printable('½ ² ª', latin)).toBe('½ ² ª')
  expect(printable('㈱ ｶﾞ', latin)).toBe('\uFFFD \uFFFD')
})

test('removes control and direction marks, and keeps line breaks', () => {
  expect(printable('a\u0000b\u202Ec\u00ADd\r\ne\u2028f\tg\u00A0h', latin)).toBe('abcd\ne\nf g h')
})

test('cuts a tower of combining marks to four', () => {
  expect(printable(`x${'\u0300'.repeat(500)}y`, latin)).toBe(`x${'\u0300'.repeat(4)}y`)
})

test('prints a text of 2100 characters whole, and ends a longer one with an ellipsis', () => {
  expect(printable('a'.repeat(2100), latin)).toBe('a'.repeat(2100))
  expect(printable('a'.repeat(2101), latin)).toBe(`${'a'.repeat(2100)}…`)
  expect(printable('a'.repeat(5_000_000), latin)).toBe(`${'a'.repeat(2100)}…`)
  expect(printable(`${'\u0000'.repeat(5000)}lost`, latin)).toBe('…')
})

test('ends a text of more than 100 lines with an ellipsis', () => {
  expect(printable('a\n'.repeat(150), latin)).toBe(`${'a\n'.repeat(99)}a…`)
})

test('splits only a word too long for its column, and never inside a letter', () => {
  expect(breakable('Telecommunications')).toEqual(['Telecommunications'])
  const address = breakable('accounts.payable@harbour-test-supplies.example')
  expect(address.filter(Boolean)).toEqual([
    ...['accounts.payable@', 'harbour-', 'test-', 'supplies.', 'example'],
  ])
  expect(breakable('accounts@harbour-test-supplies.example', 40)).toHaveLength(1)
  const parts = breakable('e\u0302\u0301'.repeat(20))
  expect(parts.filter(Boolean)).toEqual(Array(20).fill('e\u0302\u0301'))
  expect(parts).toHaveLength(39)
})
