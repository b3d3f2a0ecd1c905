import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { jobs } from '#db/schema/jobs.ts'
import type { Deps } from '#src/deps.ts'
import type { Job } from '#src/domain/jobs/jobs.ts'
import { type Queue, startJobs } from '#src/domain/jobs/loop.ts'
import type { TestApp } from './test-app.ts'

/** Does the jobs of some queues as the server does, until the test ends. */
export function startQueues(deps: Deps, ...queues: ((deps: Deps) => Queue)[]) {
  const running = startJobs(deps, { queues: queues.map((queue) => queue(deps)), schedules: [] })
  onTestFinished(() => running.stop())
  return running
}

export const jobsIn = ({ deps }: Pick<TestApp, 'deps'>, queue: Job['queue']) =>
  deps.db.orm.select().from(jobs).where(eq(jobs.queue, queue)).orderBy(jobs.id).all()

/** As after a failed try: the next one is due in so many milliseconds. */
export function putOff({ deps }: TestApp, queue: Job['queue'], wait: number) {
  const values = { attempts: 1, nextAt: deps.now() + wait }
  deps.db.orm.update(jobs).set(values).where(eq(jobs.queue, queue)).run()
}
