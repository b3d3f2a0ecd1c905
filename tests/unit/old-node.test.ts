import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runToEnd } from '../support/built-process.ts'

const needed = JSON.parse(readFileSync('package.json', 'utf8')).engines.node.replace('>=', '')

/** A Node that says it is older. */
const pretending =
  "data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })"

test.each(['server', 'demo', 'cli', 'pdf-child'])(
  'says in one line which Node %s needs, and ends with 78',
  async (program) => {
    const { code, words } = await runToEnd(['--import', pretending, `dist/${program}.js`], {})
    expect(words.trimEnd().split('\n')).toEqual([
      expect.stringContaining(`needs Node ${needed} or newer, and this is Node 20.20.2.`),
    ])
    expect(code).toBe(78)
  },
)
