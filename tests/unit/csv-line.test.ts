import { expect, test } from 'vitest'
import { csvLine } from '#src/domain/review/export.ts'

test.each([
  ['=1+1', `"'=1+1"`],
  ['＝1+1', `"'＝1+1"`],
  ["Foo;=cmd|' /C calc'!A0;bar", `"Foo;'=cmd|' /C calc'!A0;bar"`],
  ['Foo; =1', `"Foo;' =1"`],
  ['Smith; Sons & Co.', '"Smith; Sons & Co."'],
  ['Bolt-On + Weld = Fast', '"Bolt-On + Weld = Fast"'],
  ['The "Old" Forge', '"The ""Old"" Forge"'],
  [-5, '"-5"'],
  [null, '""'],
])('the cell %j is written as %s: no formula, no column and no line of its own', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`)
})

test.each(['Foo\t=1+1', 'Foo\r\n-1+1', 'Foo;"=1+1"', 'Foo;\u00a0@SUM(1)', '\r＋1'])(
  'no part of the cell %j is a formula, whatever separates columns',
  (text) => {
    const line = csvLine([text])
    expect(line).toMatch(/^"([^"]|"")*"\r\n$/)
    for (const part of line.slice(1, -3).split(/[;\t\r\n]/))
      expect(part).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
  },
)
