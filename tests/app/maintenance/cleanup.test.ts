import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { mostAtOnce, removeIdleDrafts } from '#src/domain/applications/idle.ts'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import { removeRetired } from '#src/domain/privacy/retention.ts'
import { startDraft, submit } from '../../support/app/applicants.ts'
import { retain } from '../../support/app/retention.ts'
import { type TestApp, type TestAppOptions, testApp } from '../../support/app/test-app.ts'

const day = 24 * 60 * 60 * 1000
const many = 2 * mostAtOnce + 5

describe('drafts that nobody touched while the server was away', () => {
  test('removes all drafts that expired while the server was away, with an event each, and lets others work', async () => {
    const { app, ids } = await appWithIdleDrafts()
    const removal = removeIdleDrafts(app.deps)
    const seen = [left(app)]
    while (seen.at(-1)) {
      await setImmediate()
      seen.push(left(app))
    }
    expect([...new Set(seen)]).toEqual([many - mostAtOnce, many - 2 * mostAtOnce, 0])
    expect(await removal).toBe(many)
    for (const id of ids) expect(eventsOf(app.deps, id).at(-1)?.action).toBe('idle draft removed')
    expect(verifyChain(app.deps).breaks).toEqual([])
  })
})

test('removes rejected applications after their retention, a few at a time, with accounts and emails', async () => {
  const app = testApp()
  retain(app, { rejectedDays: 30 })
  for (let at = 0; at < mostAtOnce + 2; at++)
    await submit(app.browser(), { mainEmail: `customer-${at}@example.com` })
  const { sqlite } = app.deps.db
  sqlite.prepare("update applications set status = 'rejected', rejected_at = ?").run(app.clock.now)
  app.clock.now += 31 * day
  expect(await removeRetired(app.deps)).toBe(mostAtOnce + 2)
  expect(app.dump()).toMatchObject({ applications: [], clients: [], jobs: [], signatures: [] })
  expect(verifyChain(app.deps).breaks).toEqual([])
})

/** Drafts of more than two batches, the first one idle for the longest. */
async function appWithIdleDrafts(options: TestAppOptions = {}) {
  const app = testApp(options)
  const ids: string[] = []
  while (ids.length < many) {
    app.clock.now += 1000
    ids.push(await startDraft(app.browser()))
  }
  app.clock.now += 31 * day
  return { app, ids }
}

const left = ({ deps }: TestApp) =>
  deps.db.sqlite.prepare('select count(*) from applications').pluck().get() as number
