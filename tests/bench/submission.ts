import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { closeDatabase, openDatabase } from '#db/open.ts'
import { benchDeps } from './bench-deps.ts'
import { filledFolder } from './filled-database.ts'
import { fullDraft, submitDraft } from './full-drafts.ts'
import { inTurn, median, rounds } from './rounds.ts'
import type { Measure } from './table.ts'

const perRound = 100

/** A submission by the verb against one row of the same weight in a file of its own, on the same disk, in turn. */
export async function measureSubmission(): Promise<Measure[]> {
  const deps = benchDeps(filledFolder(100_000))
  const folder = mkdtempSync(join(deps.env.DATA_DIR, 'bare-'))
  const bare = openDatabase(join(folder, 'bare.db'))
  bare.sqlite.exec('create table bare (id integer primary key, text text not null) strict')
  const insert = bare.sqlite.prepare('insert into bare (text) values (?)')
  const row = 'x'.repeat(3072)
  const ready = Array.from({ length: perRound * rounds + 20 }, () => fullDraft(deps))
  for (const draft of ready.splice(0, 20)) submitDraft(deps, draft)
  const all = await inTurn({
    bare: () => middle(perRound, () => insert.run(row)),
    submission: () => middle(perRound, () => submitDraft(deps, ready.pop())),
  })
  const ratio = median(all.map(({ bare, submission }) => submission / bare))
  closeDatabase(bare)
  closeDatabase(deps.db)
  rmSync(folder, { recursive: true })
  const [plain, whole] = [all.map(({ bare }) => bare), all.map(({ submission }) => submission)].map(
    median,
  ) as [number, number]
  return [
    {
      what: 'a submission stored, x a bare row committed (synchronous=FULL)',
      value: ratio,
      unit: 'x',
      goal: { atMost: 2.5 },
      beside: `${whole.toFixed(3)} ms against ${plain.toFixed(3)} ms`,
    },
  ]
}

function middle(count: number, work: () => unknown): number {
  return median(
    Array.from({ length: count }, () => {
      const start = performance.now()
      work()
      return performance.now() - start
    }),
  )
}
