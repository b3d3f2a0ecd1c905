import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** Inside the project, so that the compiler finds the packages. */
const folder = join('node_modules', '.cache', `island-props-${process.pid}`)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a page that hands an island a date does not compile, and the compiler says where', () => {
  const said = compile('const Clock = (_: { at: Date }) => null', '{ at: new Date(0) }')
  expect(said).toContain("Type 'Date' is not assignable to type")
  expect(said).toContain('sample.tsx(3,')
})

test('a page that hands an island text compiles', () => {
  expect(compile('const Clock = (_: { at: string }) => null', "{ at: '2026-03-02' }")).toBe('')
})

/** What the compiler says to a page with one island; nothing when it is content. */
function compile(island: string, props: string): string {
  mkdirSync(folder, { recursive: true })
  const page = `import { Island } from '#src/framework/island.tsx'
${island}
export const page = <Island of={Clock} props={${props}} />
`
  const extended = join('..', '..', '..', 'tsconfig.json')
  writeFileSync(join(folder, 'sample.tsx'), page)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: extended, include: [], files: ['sample.tsx'] }),
  )
  try {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder])
    return ''
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
  }
}
