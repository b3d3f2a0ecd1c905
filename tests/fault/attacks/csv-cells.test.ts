import { expect, test } from 'vitest'
import { csvLine } from '#src/domain/review/export.ts'
import { hostileTexts } from '../support/hostile.ts'
import { figures } from '../support/rounds.ts'

const formulas = [
  "Foo;=cmd|' /C calc'!A0;bar",
  'Foo; +1',
  'Foo;"=1+1"',
  'Foo;\u00a0@SUM(1)',
  'Foo\t=1+1',
  'Foo\r\n-1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  'Foo;＝1+1',
  '\t=1+1',
  '\tFoo',
  '\rFoo',
]

test('no cell of the export is a formula or a line of its own, whatever separates columns', () => {
  const texts = [...hostileTexts, ...formulas]
  const cells = texts.map((text) => csvLine([text]))
  const loose = cells.filter((line) => !/^"([^"]|"")*"\r\n$/.test(line))
  const taken = cells.filter((line) =>
    line
      .slice(1, -3)
      .split(/[;\t\r\n]/)
      .some((part) => /^[\s"]*[=+\-@＝＋－＠]/.test(part)),
  )
  figures('CSV', {
    cells: cells.length,
    formulas: taken.length,
    'broken lines': loose.length,
  })
  expect(taken).toEqual([])
  expect(loose).toEqual([])
})

test.each([
  ['=1+1', `"'=1+1"`],
  ["Foo;=cmd|' /C calc'!A0;bar", `"Foo;'=cmd|' /C calc'!A0;bar"`],
  ['Foo; =1', `"Foo;' =1"`],
  ['Smith; Sons & Co.', '"Smith; Sons & Co."'],
  ['Bolt-On + Weld = Fast', '"Bolt-On + Weld = Fast"'],
  ['3M (UK) Ltd', '"3M (UK) Ltd"'],
  ['The "Old" Forge', '"The ""Old"" Forge"'],
  [-5, '"-5"'],
  [null, '""'],
])('the cell %j is written as %s', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`)
})
