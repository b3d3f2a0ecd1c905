import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every guard of the table is still the text that it names', async () => {
  const tables = ['guards-table', 'guards-secrets', 'guards-limits', 'guards-data'].map(
    (name) => import(`../fault/${name}.mjs`),
  )
  const rows = (await Promise.all(tables)).flatMap((table) => Object.values(table).flat())
  const gone = (rows as { name: string; file: string; text: string }[])
    .filter(({ file, text }) => !readFileSync(file, 'utf8').includes(text))
    .map(({ name }) => name)
  expect(rows.length).toBeGreaterThan(70)
  expect(gone).toEqual([])
})
