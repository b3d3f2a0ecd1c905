import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { installation } from '#db/schema/installation.ts'
import type { Deps } from '#src/deps.ts'
import { days, minutes } from '#src/domain/durations.ts'

/** An index of so few applications is written anew as a whole, in some 50 ms: what is merged of it may keep what was deleted. */
const few = 500
/** Pages of the index that are written in one step: some 5 ms. */
const pagesAtOnce = 300
/** Between two steps, for everybody else's answers, in ms. */
const rest = 5
const name = 'search-merged'

/**
 * Once a day makes one part of the many that saves have left of the search index, step by step: a search asks each part,
 * and only then is gone from the file, not from what is found alone, what has been changed or deleted.
 */
export async function mergeSearchDaily(deps: Deps) {
  const { db, now, draining } = deps
  const last = db.orm.select().from(installation).where(eq(installation.name, name)).get()
  // the look comes every hour, a minute early or late; a time far ahead was written by a wrong clock
  if (last && Math.abs(now() - Number(last.value)) < days(1) - minutes(5)) return
  for (const _ of mergeSearch(db)) {
    await pause(rest)
    if (draining()) return
  }
  const value = String(now())
  db.orm
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run()
}

/** The steps that make one part of the search index; whoever takes them to the end has one. */
export function* mergeSearch({ sqlite }: Pick<Db, 'sqlite'>) {
  const rows =
    sqlite
      .prepare<[number], number>(upTo)
      .pluck()
      .get(few + 1) ?? 0
  if (rows <= few) {
    sqlite.exec("insert into applications_search(applications_search) values ('rebuild')")
    return
  }
  const changes = sqlite.prepare<[], number>('select total_changes()').pluck()
  const merge = sqlite.prepare<[bigint]>(
    "insert into applications_search(applications_search, rank) values ('merge', ?)",
  )
  // below zero, parts of every size are merged, and the first step says so
  let pages = -pagesAtOnce
  for (;;) {
    const before = changes.get() ?? 0
    merge.run(BigInt(pages))
    // the statement itself counts as one
    if ((changes.get() ?? 0) - before < 2) return
    pages = pagesAtOnce
    yield
  }
}

const upTo = 'select count(*) from (select 1 from applications limit ?)'
