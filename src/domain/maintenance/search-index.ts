import { setTimeout as pause } from 'node:timers/promises'
import type { Deps, Store } from '#src/deps.ts'

/** So few rows are indexed again in some 10 ms; FTS5 may keep deleted entries when it merges an index that was empty. */
const few = 500
/** Some 5 ms of work. */
const pagesPerStep = 300
/** Milliseconds in which others get their turn. */
const rest = 5

/**
 * Rewrites the search index, in short steps, without what was changed or deleted: until then those entries stay in the
 * file, although no search finds them.
 */
export async function optimizeSearchIndex({
  db: { sqlite },
  draining = () => false,
}: Store & Partial<Deps>) {
  const rows = sqlite.prepare('select seq from applications limit ?').all(few + 1).length
  if (rows <= few) {
    sqlite.exec("insert into applications_search(applications_search) values ('rebuild')")
    return
  }
  const changes = sqlite.prepare<[], number>('select total_changes()').pluck()
  const merge = sqlite.prepare<[bigint]>(
    "insert into applications_search(applications_search, rank) values ('merge', ?)",
  )
  // as FTS5's manual puts it: below zero begins, and a step that changes nothing but itself was the last
  for (let pages = -pagesPerStep; !draining(); pages = pagesPerStep) {
    const before = changes.get() ?? 0
    merge.run(BigInt(pages))
    if ((changes.get() ?? 0) - before < 2) return
    await pause(rest)
  }
}
