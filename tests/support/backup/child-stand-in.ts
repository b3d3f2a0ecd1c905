import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestAppOptions } from '../app/test-app.ts'
import { testApp } from '../app/test-app.ts'
import { newFolder } from '../folder.ts'

/**
 * An app whose children run `body`, the body of a function of the task that returns the parts of the answer. `tasks` are
 * those that were asked for; `become` gives the next children another body.
 */
export async function appWithChild(body: string, options: TestAppOptions = {}) {
  const folder = newFolder()
  const [cli, asked] = [join(folder, 'cli.mjs'), join(folder, 'asked')]
  const become = (next: string) => writeFileSync(cli, programOf(asked, next))
  become(body)
  const app = testApp({ ...options, deps: { ...options.deps, cli } })
  const tasks = () =>
    existsSync(asked)
      ? readFileSync(asked, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
  return { app, tasks, become }
}

const programOf = (asked: string, body: string) => `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(asked)}, process.argv[3] + '\\n')
const answer = async (task) => { ${body} }
try {
  for (const part of await answer(JSON.parse(process.argv[3]))) process.send({ part })
} catch ({ name, message }) {
  process.send({ failed: { name, message } })
}
process.disconnect()
`
