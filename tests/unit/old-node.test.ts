import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { runToEnd } from '../support/built-process.ts'

const programs = ['server', 'demo', 'cli', 'pdf-child'].map((name) => `dist/${name}.js`)
const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
const needed = engines.node.replace('>=', '')
const old = oldNodeOfMachine()

/** A Node that says it is older: for machines that have no older one. It cannot show that an older one reads the file. */
const pretender = {
  node: process.execPath,
  version: '20.20.2',
  args: [
    '--import',
    "data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
  ],
}

test.each(programs)(
  '%s says in one line which Node it needs, and ends with 78',
  async (program) => {
    if (!old)
      console.log(`No Node older than ${needed} is here: a newer one pretends to be 20.20.2`)
    for (const { node, version, args } of old ? [old, pretender] : [pretender]) {
      const { code, words } = await runToEnd([...args, program], {}, node)
      expect(words.trimEnd().split('\n')).toEqual([
        expect.stringContaining(`needs Node ${needed} or newer, and this is Node ${version}.`),
      ])
      expect(code).toBe(78)
    }
  },
)

test('the version is asked for in package.json alone', () => {
  expect(needed).toMatch(/^\d+\.\d+\.\d+$/)
  expect(readFileSync('src/entry/check-node.ts', 'utf8')).not.toMatch(/\b2\d\.\d/)
})

/** The first Node in the path that is not the one npm installed, when it is too old for the product. */
function oldNodeOfMachine() {
  const paths = (process.env.PATH ?? '').split(delimiter)
  for (const folder of paths.filter((path) => !path.includes('node_modules'))) {
    const node = join(folder, 'node')
    if (!existsSync(node)) continue
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1)
    const [major = 0, minor = 0] = version.split('.').map(Number)
    const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number)
    if (major < neededMajor || (major === neededMajor && minor < neededMinor))
      return { node, version, args: [] }
  }
  return null
}
