import { max } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { documents } from '#db/schema/documents.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { lostOf, startLoad } from '../support/load.ts'
import { rawRequest } from '../support/raw-request.ts'
import { figures, pause, percentile, times } from '../support/rounds.ts'
import { serverProcess } from '../support/server-process.ts'
import { faultsOf } from '../support/stored-state.ts'

const stops = times(1)

test('SIGTERM under load answers what is under way, loses nothing and ends with 0', {
  timeout: 60_000 + stops * 30_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const took: number[] = []
  const answered: number[] = []
  let acknowledged = 0
  for (let stop = 0; stop < stops; stop++) {
    // a process for documents takes a second to start, and that second is not what is measured
    const begun = Date.now()
    await submit(app.browser(), { mainEmail: `warm-${stop}@example.com` })
    await vi.waitFor(() => expect(lastSealed(app)).toBeGreaterThan(begun), 60_000)
    const load = startLoad(app, 5)
    while (load.acknowledged < 20) await pause(5)
    const document = await submit(app.browser(), { mainEmail: `document-${stop}@example.com` })
    const slow = app.browser()
    const address = { mainEmail: `slow-${stop}@example.com` }
    const draft = await fillDraft(slow, address)
    const body = JSON.stringify(finalSave(address))
    const half = rawRequest(server.port, [
      `PUT /api/applications/${draft} HTTP/1.1\r\nHost: localhost:${server.port}\r\n`,
      `Cookie: draft=${slow.cookies.get('draft')}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n`,
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 200)}`,
    ])
    const pdf = clientBrowser(app, document).get(`/api/applications/${document}/pdf`)
    // both have reached the server before it is told to stop
    await Promise.all([half.continues, pause(300)])
    const ended = server.end('SIGTERM')
    await pause(100)
    half.send(body.slice(200))
    answered.push((await pdf).status, (await half.answer).status)
    const { code, ms } = await ended
    await load.stop()
    expect({ code, wrong: load.wrong }).toEqual({ code: 0, wrong: [] })
    took.push(ms)
    acknowledged += load.acknowledged
    await server.start()
    expect(faultsOf(app.deps)).toEqual([])
    expect(lostOf(app, load.journal)).toEqual([])
  }
  figures('drain', {
    stops,
    'acknowledged writes': acknowledged,
    lost: 0,
    'in-flight requests': answered.length,
    'of them failed': answered.filter((status) => status !== 200).length,
    'exit p50 ms': percentile(took, 0.5),
    'exit max ms': percentile(took, 1),
  })
  expect(answered).toEqual(answered.map(() => 200))
})

const lastSealed = ({ deps }: TestApp): number =>
  deps.db.orm
    .select({ at: max(documents.sealedAt) })
    .from(documents)
    .get()?.at ?? 0
