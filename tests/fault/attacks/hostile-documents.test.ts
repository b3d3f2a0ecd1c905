import { expect, test } from 'vitest'
import { submit } from '../../support/app/applicants.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { hostileTexts } from '../support/hostile.ts'
import { figures, pause, percentile, times } from '../support/rounds.ts'
import { type ServerProcess, serverProcess } from '../support/server-process.ts'
import { submitQuietly } from '../support/submit-quietly.ts'

const documents = times(4)

test(`${documents} documents of texts that no form would take cost no more than themselves`, {
  timeout: 60_000 + documents * 15_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const { sqlite } = app.deps.db
  const memory = server.memory()
  const beside = watch(server)
  const statuses: number[] = []
  const took: number[] = []
  const long = ['word '.repeat(100_000), 'line\n'.repeat(50_000), `e${'\u0301'.repeat(50_000)}`]
  for (let document = 0; document < documents; document++) {
    const browser = app.browser()
    const id = await submitQuietly(app, browser, { mainEmail: `text-${document}@example.com` })
    const pick = (at: number) => {
      // the three long ones are all in one document, and take seconds
      const texts = document % 4 ? hostileTexts : long
      return texts[(document * 7 + at) % texts.length] ?? ''
    }
    // past every check, straight into the database: what the renderer meets must not depend on them
    sqlite
      .prepare(
        'update applications set business_name = ?, business_address = ?, site_contact = ?, special_instructions = ?, version = version + 1 where id = ?',
      )
      .run(pick(0), pick(1), pick(2), pick(3), id)
    const began = performance.now()
    const { status } = await clientBrowser(app, id).get(`/api/applications/${id}/pdf`)
    took.push(performance.now() - began)
    statuses.push(status)
  }
  const good = app.browser()
  const id = await submit(good, { mainEmail: 'good@example.com' })
  const last = await clientBrowser(app, id).get(`/api/applications/${id}/pdf`)
  const others = await beside()
  figures('documents', {
    documents,
    made: statuses.filter((status) => status === 200).length,
    'given up with 503': statuses.filter((status) => status === 503).length,
    deaths: server.alive() ? 0 : 1,
    'longest ms': percentile(took, 1),
    'others p99 ms': percentile(others.took, 0.99),
    'others failed': others.failed,
    'memory MiB': `${memory} to ${server.memory()}`,
  })
  const errors = server
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line))
  expect({
    errors,
    statuses: statuses.filter((status) => status !== 200 && status !== 503),
  }).toEqual({ errors: [], statuses: [] })
  expect({ status: last.status, start: last.text.slice(0, 5) }).toEqual({
    status: 200,
    start: '%PDF-',
  })
  expect(others.failed).toBe(0)
  expect(server.alive()).toBe(true)
})

/** Somebody else, who looks at a page every 50 ms; returns a stop function, and what that person saw. */
function watch({ url }: ServerProcess) {
  let going = true
  const seen = { took: [] as number[], failed: 0 }
  const looking = (async () => {
    while (going) {
      const began = performance.now()
      const answer = await fetch(`${url}/client-form`).catch(() => null)
      await answer?.text()
      if (!answer?.ok) seen.failed += 1
      seen.took.push(performance.now() - began)
      await pause(50)
    }
  })()
  return async () => {
    going = false
    await looking
    return seen
  }
}
