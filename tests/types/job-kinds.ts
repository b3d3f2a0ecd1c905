import { eq } from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import type { Deps } from '#src/deps.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { addJob } from '#src/domain/jobs/jobs.ts'

/** Nothing here runs: `tsc` fails when a marked line compiles, and when an unmarked one does not. */
const to = { name: '', address: 'office@example.com' }

export function allowed(deps: Deps) {
  enqueue(deps, { kind: 'test', to }, 'test')
  addJob(deps, { queue: 'register', kind: 'hmrc', data: {}, dedupeKey: 'hmrc' })
  return eq(jobs.kind, 'client-edit')
}

export function refused(deps: Deps) {
  // @ts-expect-error: there is no such email
  enqueue(deps, { kind: 'tset', to }, 'test')
  // @ts-expect-error: there is no such register
  addJob(deps, { queue: 'register', kind: 'hmcr', data: {}, dedupeKey: 'hmrc' })
  // @ts-expect-error: another queue has this kind
  addJob(deps, { queue: 'document', kind: 'hmrc', data: {}, dedupeKey: 'hmrc' })
  // @ts-expect-error: no job has this kind
  return eq(jobs.kind, 'client-edits')
}
