import { expect, test, vi } from 'vitest'
import { minutes } from '#src/domain/calendar.ts'
import { lease, leaseJob, reclaimJobs, wakeJobs } from '#src/domain/jobs/jobs.ts'
import { type Queue, startJobs } from '#src/domain/jobs/loop.ts'
import { startQueues } from '../support/app/jobs.ts'
import { testApp } from '../support/app/test-app.ts'
import { email, putEmails } from '../support/mail/mail-settings.ts'

test('works on the lanes of a queue side by side, one job at a time in each', async () => {
  const { deps } = testApp()
  const held = new Map<string, () => void>()
  const began: string[] = []
  const queue: Queue = {
    name: 'held',
    lanes: () => ['one', 'two'],
    async turn(lane) {
      if (began.filter((name) => name === lane).length === 2) return false
      began.push(lane)
      await new Promise<void>((resolve) => held.set(lane, resolve))
      return true
    },
  }
  startQueues(deps, () => queue)
  await new Promise(setImmediate)
  expect(began).toEqual(['one', 'two'])
  wakeJobs(deps)
  await new Promise(setImmediate)
  held.get('two')?.()
  await vi.waitFor(() => expect(began).toEqual(['one', 'two', 'two']))
  for (const release of held.values()) release()
})

test('logs an error in one queue, and neither that queue nor another stops', async () => {
  const error = vi.fn()
  const app = testApp()
  const deps = { ...app.deps, log: { ...app.deps.log, error } as unknown as typeof app.deps.log }
  const turn = vi.fn(async () => false)
  const broken = vi.fn().mockRejectedValueOnce(new Error('broken')).mockResolvedValue(false)
  startQueues(
    deps,
    () => ({ name: 'broken', turn: broken }),
    () => ({ name: 'whole', turn }),
  )
  await vi.waitFor(() => expect(error).toHaveBeenCalledOnce())
  wakeJobs(deps)
  await vi.waitFor(() => expect([broken.mock.calls.length, turn.mock.calls.length]).toEqual([2, 2]))
})

test('lets the current job finish at a stop, aborts scheduled work, and starts nothing new', async () => {
  const { deps } = testApp()
  let end = () => {}
  const turn = vi.fn(() => new Promise<boolean>((resolve) => (end = () => resolve(true))))
  const scheduled = vi.fn()
  const jobs = startJobs(deps, {
    queues: [{ name: 'slow', turn }],
    schedules: [
      {
        name: 'long',
        first: 0,
        every: minutes(1),
        run: (_, stopping) =>
          new Promise<void>((resolve) =>
            stopping.addEventListener('abort', () => resolve(scheduled())),
          ),
      },
    ],
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  let stopped = false
  const stopping = jobs.stop().then(() => {
    stopped = true
  })
  await new Promise(setImmediate)
  expect([scheduled.mock.calls.length, stopped]).toEqual([1, false])
  end()
  await stopping
  expect(turn).toHaveBeenCalledOnce()
})

test('retries a stopped server’s jobs at once after one try, and later after more', () => {
  const app = testApp()
  putEmails(app, 2)
  const { now } = app.deps
  leaseJob(app.deps, 1)
  app.deps.db.sqlite.exec('update jobs set attempts = 1 where id = 2')
  leaseJob(app.deps, 2)
  reclaimJobs(app.deps)
  expect(email(app, 1)).toMatchObject({ state: 'waiting', nextAt: now(), leasedUntil: null })
  expect(email(app, 2)).toMatchObject({ state: 'waiting', nextAt: now() + lease })
})
