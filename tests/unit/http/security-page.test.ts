import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')
const rows = [...page.matchAll(/^\| T(\d+) \|.*\|([^|]*)\|$/gm)].map(([line, number, shownBy]) => ({
  line,
  number: Number(number),
  shownBy: shownBy ?? '',
}))

test('every threat has its row, and every row says what shows it', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 31 }, (_, at) => at + 1))
  const bare = rows.filter(({ shownBy }) => !/`(tests\/[^`]+|npm run [^`]+)`/.test(shownBy))
  expect(bare.map(({ line }) => line)).toEqual([])
  expect(page).not.toMatch(/not yet/i)
})

test('every file and command that the page names is there', () => {
  const named = [...page.matchAll(/`((?:tests|src|docs|db)\/[^`]+)`/g)].map(
    ([, path]) => path ?? '',
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const commands = [...page.matchAll(/`npm run ([a-z:]+)`/g)].map(([, name]) => name ?? '')
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})
