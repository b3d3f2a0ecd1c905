import { expect, test } from 'vitest'
import { csvLine, withoutMarks } from '#src/domain/review/export.ts'
import { directorsCell, readDirectors } from '#src/forms/customers/list-cells.ts'
import { seededRandom } from '../support/random.ts'

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
])('writes the cell %j as %s: no formula, no column and no line of its own', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`)
})

test.each(['Foo\t=1+1', 'Foo\r\n-1+1', 'Foo;"=1+1"', 'Foo;\u00a0@SUM(1)', '\r＋1'])(
  'leaves no formula in any part of the cell %j, whatever separates columns',
  (text) => {
    const line = csvLine([text])
    expect(line).toMatch(/^"([^"]|"")*"\r\n$/)
    for (const part of line.slice(1, -3).split(/[;\t\r\n]/))
      expect(part).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
  },
)

test('finds each text again in the import, whatever characters are in it', () => {
  const random = seededRandom(7)
  const signs = [...`'"=+-@＝;|()\\ \t\r\na1,`, "''", '\u00a0']
  const text = () =>
    Array.from({ length: 8 }, () => signs[Math.floor(random() * signs.length)]).join('')
  for (let n = 0; n < 5000; n += 1) {
    const [value, name, position] = [text(), text(), text()]
    const cell = csvLine([value]).slice(1, -3).replaceAll('""', '"')
    expect(withoutMarks(cell)).toBe(value)
    const director = { name: `A${name}A`, position: n % 2 ? `B${position}B` : null }
    expect(readDirectors(directorsCell([director, director]))).toEqual([director, director])
  }
})
