import { expect, test } from 'vitest'
import { csvLine } from '#src/domain/csv.ts'
import { hostileTexts } from './support/hostile.ts'
import { figures } from './support/rounds.ts'

test('F22: no cell of the export is a formula or a line of its own', async () => {
  const cells = hostileTexts.map((text) => csvLine([text]))
  const formulas = cells.filter((line) => /^"?\s*[=+\-@]/.test(line))
  const loose = cells.filter((line) => /[\r\n]/.test(line.slice(0, -2)) && !line.startsWith('"'))
  figures('F22 CSV', {
    cells: cells.length,
    formulas: formulas.length,
    'broken lines': loose.length,
  })
  expect(formulas).toEqual([])
  expect(loose).toEqual([])
})
