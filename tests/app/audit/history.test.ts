import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openForReading } from '#db/open.ts'
import { installation } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { rotateKeys } from '#src/domain/audit/key-rotation.ts'
import { keyRing } from '#src/security/keys.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** An app in which things have happened: a submitted application and a draft that was begun again. */
async function livedIn(): Promise<TestApp> {
  const app = testApp()
  await submit(app.browser())
  const browser = app.browser()
  const id = await fillDraft(browser, { mainEmail: 'second@example.com' })
  await browser.put(`/api/applications/${id}`, { 4: { buyerName: 'Changed Sample' } })
  write(app)
  transact(app.deps, (tx) => recordEvent(tx, { kind: 'system' }, aboutClerk))
  return app
}

const write = ({ deps }: TestApp, times = 1) => {
  for (let at = 0; at < times; at++)
    transact(deps, (deps) =>
      recordEvent(deps, { kind: 'system' }, { action: 'setup list put away' }),
    )
}

const aboutClerk = { action: 'role changed', subject: 'clerk' } as const

const countOf = ({ deps }: TestApp) =>
  Number(deps.db.sqlite.prepare('select count(*) from events').pluck().get())

const breaksOf = ({ deps }: TestApp) => verifyChain(deps).breaks.map(describeBreak)

/** Changes the file like somebody who has it, whom its triggers do not stop. */
function tamper({ deps }: TestApp, sql: string) {
  const { sqlite } = deps.db
  const triggers = sqlite
    .prepare("select name from sqlite_master where type = 'trigger' and tbl_name like 'event%'")
    .pluck()
    .all()
  for (const name of triggers) sqlite.exec(`drop trigger ${name}`)
  sqlite.exec(sql)
}

/** Removes the last events and SQLite's counter of them. */
const cutTo = (app: TestApp, last: number) =>
  tamper(
    app,
    `delete from events where seq > ${last};
    update sqlite_sequence set seq = ${last} where name = 'events'`,
  )

test('verifies an untouched history event by event', async () => {
  const app = await livedIn()
  expect(countOf(app)).toBeGreaterThan(4)
  expect(verifyChain(app.deps)).toEqual({ breaks: [], events: countOf(app), erased: 0 })
  expect(verifyChain(testApp().deps)).toEqual({ breaks: [], events: 0, erased: 0 })
})

test('verifies a history from a version that had no subjects', async () => {
  const app = testApp()
  await submit(app.browser())
  tamper(app, 'drop index events_staff_created; alter table events drop column subject')
  const breaks: string[] = []
  expect(verifyChain(app.deps)).toEqual({ breaks, events: countOf(app), erased: 0 })
})

test('writes an event inside a write transaction or not at all', () => {
  const { deps } = testApp()
  const ended = transact(deps, (writing) => writing)
  expect(() => recordEvent(ended, { kind: 'system' }, { action: 'setup list put away' })).toThrow(
    'outside a write transaction',
  )
})

describe('a broken event', () => {
  const cases: [what: string, sql: string, seq: number, why: string][] = [
    [
      'somebody else is said to have done it',
      "update events set actor = 'nobody' where seq = 2",
      2,
      'is not as it was written',
    ],
    ['its time was moved', 'update events set at = at - 1 where seq = 3', 3, 'as it was written'],
    [
      'a value was edited by one byte',
      `update event_changes set changes = replace(changes, 'Sample', 'Samqle') where event = 1`,
      1,
      'other values',
    ],
    [
      'its address was altered',
      `update event_changes set address = '10.0.0.1' where event = 1`,
      1,
      'other values',
    ],
    [
      'its values were removed without a word',
      'delete from event_changes where event = 1',
      1,
      'lost its values',
    ],
    [
      'it was removed from the middle',
      'delete from event_changes where event = 2; delete from events where seq = 2',
      2,
      'is missing',
    ],
    [
      'it was cut out and the gap closed',
      `delete from event_changes where event = 2; delete from events where seq = 2;
      update events set seq = seq - 1 where seq > 2;
      update event_changes set event = event - 1 where event > 2`,
      2,
      'does not follow',
    ],
    [
      'it is said to be about another colleague',
      "update events set subject = 'nobody' where subject = 'clerk'",
      6,
      'is not as it was written',
    ],
    [
      'the colleague whom it is about was removed',
      "update events set subject = null where subject = 'clerk'",
      6,
      'is not as it was written',
    ],
    [
      'somebody whom it is about was added',
      "update events set subject = 'clerk' where seq = 5",
      5,
      'is not as it was written',
    ],
  ]
  test.each(cases)('names a broken event when %s', async (_, sql, seq, why) => {
    const app = await livedIn()
    app.deps.db.sqlite.pragma('foreign_keys = OFF')
    tamper(app, sql)
    expect(verifyChain(app.deps).breaks).toContainEqual({ seq, why: expect.stringContaining(why) })
  })
})

describe('the end of the history', () => {
  test('detects that the end of the history was cut off, even after new events', () => {
    const app = testApp()
    write(app, 50)
    cutTo(app, 10)
    expect(breaksOf(app)).toEqual(['event 11 is missing, and so is each up to 50'])
    write(app, 2)
    expect(breaksOf(app)).toEqual(['event 11 is missing, and so is each up to 50'])
  })

  test('detects events that were written in place of others at the end of the history', () => {
    const app = testApp()
    write(app, 3)
    cutTo(app, 2)
    app.deps.db.sqlite.exec(`insert into events (seq, at, actor_kind, actor, action, previous_hash, hash)
      select 3, at, actor_kind, actor, 'forged', hash, 'ab' from events where seq = 2`)
    expect(breaksOf(app)[0]).toBe('event 3 is not as it was written')
    // The product still works.
    write(app)
    expect(breaksOf(app)).toContain('event 4 does not follow the row before it')
  })

  test('does not verify a history whose head was deleted', () => {
    const app = testApp()
    write(app, 3)
    cutTo(app, 1)
    app.deps.db.orm.delete(installation).where(eq(installation.name, 'audit-key')).run()
    expect(verifyChain(app.deps).breaks).not.toEqual([])
  })

  test('keeps the head of the history valid through a rotation of keys', () => {
    const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const app = testApp({ deps: { keys: keyRing([old]) } })
    write(app, 3)
    rotateKeys({ ...app.deps, keys: keyRing([fresh, old]) })
    const deps = { ...app.deps, keys: keyRing([fresh]) }
    expect(verifyChain(deps)).toMatchObject({ breaks: [], events: 4 })
    cutTo(app, 3)
    expect(verifyChain(deps).breaks.map(describeBreak)).toEqual(['event 4 is missing'])
  })
})

test('reads a history as it was at one moment while a server writes on', () => {
  const app = testApp()
  write(app, 3)
  const db = openForReading(app.deps.db.path)
  const prepare = db.sqlite.prepare.bind(db.sqlite)
  // The server writes an event between any two of these queries.
  db.sqlite.prepare = ((sql: string) => {
    const statement = prepare(sql)
    write(app)
    return statement
  }) as typeof db.sqlite.prepare
  expect(verifyChain({ ...app.deps, db }).breaks).toEqual([])
  db.sqlite.close()
})
