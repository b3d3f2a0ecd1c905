import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase } from '../../../db/open.ts'
import { toDataUri } from '../../../src/security/png.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { stroke } from '../../support/pdf/signatures.ts'
import { benchDeps, copiedFolder, type Draft, fullDraft } from './data.ts'
import { type Measure, median, rounds } from './measures.ts'
import { type Served, serve } from './servers.ts'

const cases = ['as the first after a start', 'alone', 'while the last document is made'] as const
const ways = ['drawn', 'typed'] as const

/** The PUT that submits and signs, which waits for its signature's picture and for no document. */
export async function measureSubmits(): Promise<Measure[]> {
  const { folder, remove } = copiedFolder(1000)
  const deps = benchDeps(folder)
  const drafts = Array.from({ length: rounds * ways.length * 5 }, () => fullDraft(deps))
  closeDatabase(deps.db)
  const took = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++)
    for (const way of ways) {
      const server = await serve(folder, {
        core: 'all',
        ...(process.env.BENCH_SERVER && { program: [process.env.BENCH_SERVER] }),
      })
      const submit = () => submitted(server, drafts.pop(), way)
      const first = await submit()
      await pause(untilSealed)
      const alone = await submit()
      await pause(untilSealed)
      await submit()
      await pause(halfway)
      const meanwhile = await submit()
      await pause(untilSealed)
      await server.stop()
      for (const [at, ms] of [first, alone, meanwhile].entries()) {
        const what = `${way}, ${cases[at]}`
        took.set(what, [...(took.get(what) ?? []), ms])
      }
    }
  remove()
  return [...took].map(([what, all]) => ({
    what: `submit, signature ${what}, p50`,
    value: median(all),
    unit: 'ms',
    goal: { atMost: 60 },
    beside: `${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)} ms`,
  }))
}

const untilSealed = 2500
/** By then the process is drawing. */
const halfway = 20

async function submitted(server: Served, draft: Draft | undefined, way: (typeof ways)[number]) {
  const save = finalSave({
    businessName: `Submitted ${draft?.id}`,
    mainEmail: `${draft?.id}@example.com`,
    authSignature: way === 'drawn' ? drawing : undefined,
  })
  const body = JSON.stringify(way === 'typed' ? { ...save, typedName: 'Tomasz Żółć' } : save)
  const began = performance.now()
  const answer = await fetch(`${server.url}/api/applications/${draft?.id}`, {
    method: 'PUT',
    body,
    headers: { cookie: `draft=${draft?.token}`, 'content-type': 'application/json' },
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`The submit got ${answer.status}: ${text}`)
  return performance.now() - began
}

/** As a pad makes it on a screen of two pixels for one. */
const drawing = toDataUri(makePng({ ...stroke, width: 600, height: 200 }))
