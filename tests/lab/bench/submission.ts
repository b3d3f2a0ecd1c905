import { join } from 'node:path'
import type { Statement } from 'better-sqlite3'
import { closeDatabase, openDatabase } from '../../../db/open.ts'
import type { Deps } from '../../../src/deps.ts'
import { benchDeps, copiedFolder, type Draft, fullDraft, submitDraft } from './data.ts'
import { inTurn, type Measure, median, rounds } from './measures.ts'

const calls = 100 * rounds

/** A submission by the verb against one row of the same weight in a file of its own, on the same disk, in turn. */
export async function measureSubmission(): Promise<Measure[]> {
  const { folder, remove } = copiedFolder(100_000)
  const deps = benchDeps(folder)
  const bare = openDatabase(join(folder, 'bare.db'))
  bare.sqlite.exec('create table bare (id integer primary key, text text not null) strict')
  const insert = bare.sqlite.prepare('insert into bare (text) values (?)')
  const inSqlite = timeInSqlite(insert)
  const row = 'x'.repeat(3072)
  const before = usedBytes(deps)
  const ready = Array.from({ length: calls + 20 }, () => fullDraft(deps))
  const made = ready.length
  for (const draft of ready.splice(0, 20)) submitDraft(deps, draft)
  // in turn call by call: the disk is now quicker and now slower, for both
  const sides = {
    bare: () => timed(inSqlite, () => insert.run(row)),
    submission: () => timed(inSqlite, () => submitDraft(deps, ready.shift() as Draft)),
  }
  const all = await inTurn(sides, calls)
  const onDisk = (usedBytes(deps) - before) / made
  closeDatabase(bare)
  closeDatabase(deps.db)
  remove()
  const mid = (of: (turn: (typeof all)[number]) => number) => median(all.map(of))
  const bareStored = mid(({ bare }) => bare.stored)
  const stored = mid(({ submission }) => submission.stored)
  return [
    {
      what: 'a submission stored, all its rows and their commit, x a bare row committed (synchronous=FULL)',
      value: stored / bareStored,
      unit: 'x',
      goal: { atMost: 2.5 },
      beside: `${stored.toFixed(3)} ms against ${bareStored.toFixed(3)} ms in SQLite`,
    },
    {
      what: 'a submission, checks, hashes and emails included, p50',
      value: mid(({ submission }) => submission.whole),
      unit: 'ms',
    },
    {
      what: 'an application on disk, every index, event and email',
      value: onDisk / 1000,
      unit: 'KB',
    },
  ]
}

/** Without the pages that lie free: they are filled first. */
function usedBytes({ db }: Deps): number {
  const pragma = (name: string) => Number(db.sqlite.pragma(name, { simple: true }))
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
}

/** The whole of a call, and what of it was spent inside SQLite. */
function timed(inSqlite: () => number, work: () => unknown) {
  inSqlite()
  const start = performance.now()
  work()
  return { whole: performance.now() - start, stored: inSqlite() }
}

/** Puts a watch on every statement of the process; returns how long all of them took since it was asked last. */
function timeInSqlite(statement: Statement): () => number {
  const methods = Object.getPrototypeOf(statement)
  let spent = 0
  for (const name of ['run', 'get', 'all']) {
    const method = methods[name]
    methods[name] = function timed(this: Statement, ...values: unknown[]) {
      const start = performance.now()
      try {
        return method.apply(this, values)
      } finally {
        spent += performance.now() - start
      }
    }
  }
  return () => {
    const since = spent
    spent = 0
    return since
  }
}
