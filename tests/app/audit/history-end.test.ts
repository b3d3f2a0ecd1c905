import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openForReading } from '#db/open.ts'
import { installation } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { rotateKeys } from '#src/domain/audit/key-rotation.ts'
import { keyRing } from '#src/security/keys.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const write = ({ deps }: TestApp, times = 1) => {
  for (let at = 0; at < times; at++)
    transact(deps, (deps) => recordEvent(deps, { kind: 'system' }, { action: 'tested' }))
}

/** What somebody does who has the file but not the key, and knows where SQLite counts. */
function cutTo({ deps }: TestApp, last: number) {
  const { sqlite } = deps.db
  sqlite.exec(`drop trigger if exists events_no_delete;
    delete from events where seq > ${last};
    update sqlite_sequence set seq = ${last} where name = 'events'`)
}

const breaksOf = ({ deps }: TestApp) => verifyChain(deps).breaks.map(describeBreak)

test('a history whose last events were cut off is found out', () => {
  const app = testApp()
  write(app, 50)
  cutTo(app, 10)
  expect(breaksOf(app)).toEqual(['event 11 is missing, and so is each up to 50'])
})

test('what is written after a cut does not close the gap', () => {
  const app = testApp()
  write(app, 5)
  cutTo(app, 3)
  write(app, 2)
  expect(breaksOf(app)).toEqual(['event 4 is missing, and so is each up to 5'])
})

test('events that were written in place of others are found out', () => {
  const app = testApp()
  write(app, 3)
  const { sqlite } = app.deps.db
  cutTo(app, 2)
  sqlite.exec(`insert into events (seq, at, actor_kind, actor, action, previous_hash, hash)
    select 3, at, actor_kind, actor, 'forged', hash, 'ab' from events where seq = 2;
    insert into events (seq, at, actor_kind, actor, action, previous_hash, hash)
    select 4, at, actor_kind, actor, 'forged', 'ab', 'cd' from events where seq = 2`)
  expect(breaksOf(app)[0]).toBe('event 3 is not as it was written')
  // the product goes on all the same
  write(app)
  expect(breaksOf(app)).toContain('event 5 does not follow the row before it')
})

test('a history whose sealed end was deleted does not verify', () => {
  const app = testApp()
  write(app, 3)
  cutTo(app, 1)
  const { orm } = app.deps.db
  const sealed = eq(installation.name, 'audit-key')
  orm.delete(installation).where(sealed).run()
  const { keys } = app.deps
  expect(verifyChain({ ...app.deps, keys }).breaks).not.toEqual([])
})

test('the end stays sealed through a rotation of keys', () => {
  const old = Buffer.alloc(32, 1)
  const fresh = Buffer.alloc(32, 2)
  const app = testApp({ deps: { keys: keyRing([old]) } })
  write(app, 3)
  rotateKeys({ ...app.deps, keys: keyRing([fresh, old]) })
  const deps = { ...app.deps, keys: keyRing([fresh]) }
  expect(verifyChain(deps)).toMatchObject({ breaks: [], events: 4 })
  cutTo(app, 3)
  expect(verifyChain(deps).breaks.map(describeBreak)).toEqual(['event 4 is missing'])
})

test('a history is read as it was at one moment while a server writes on', () => {
  const app = testApp()
  write(app, 3)
  const db = openForReading(app.deps.db.path)
  const prepare = db.sqlite.prepare.bind(db.sqlite)
  // between any two of the questions that are asked, the server writes an event
  db.sqlite.prepare = ((sql: string) => {
    const statement = prepare(sql)
    write(app)
    return statement
  }) as typeof db.sqlite.prepare
  expect(verifyChain({ ...app.deps, db }).breaks).toEqual([])
  db.sqlite.close()
})
