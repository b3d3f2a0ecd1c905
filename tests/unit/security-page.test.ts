import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')

test('every threat has its row, and every file that a row names is there', () => {
  const rows = [...page.matchAll(/^\| T(\d+) \|/gm)].map(([, number]) => Number(number))
  expect(rows).toEqual(Array.from({ length: 25 }, (_, at) => at + 1))
  const named = [...page.matchAll(/`((?:tests|src)\/[^`]+)`/g)].map(([, path]) => path ?? '')
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})
