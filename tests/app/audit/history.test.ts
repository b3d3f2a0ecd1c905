import { describe, expect, test } from 'vitest'
import { transact } from '#db/transaction.ts'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** A app in which things have happened: a submitted application and a draft that was begun again. */
async function livedIn(): Promise<TestApp> {
  const app = testApp()
  await submit(app.browser())
  const browser = app.browser()
  const id = await fillDraft(browser, { mainEmail: 'second@example.com' })
  await browser.put(`/api/applications/${id}`, { 4: { buyerName: 'Changed Sample' } })
  transact(app.deps, (deps) => recordEvent(deps, { kind: 'system' }, { action: 'tested' }))
  return app
}

const whole = (events: number) => ({ breaks: [], events, erased: 0 })

const countOf = ({ deps }: TestApp) =>
  Number(deps.db.sqlite.prepare('select count(*) from events').pluck().get())

/** What somebody does who has the file in hand: the triggers that guard it are no hindrance to them. */
function tamper({ deps }: TestApp, sql: string) {
  const { sqlite } = deps.db
  const triggers = sqlite
    .prepare("select name from sqlite_master where type = 'trigger' and tbl_name like 'event%'")
    .pluck()
    .all()
  for (const name of triggers) sqlite.exec(`drop trigger ${name}`)
  sqlite.exec(sql)
}

test('a history that nobody touched verifies, event by event', async () => {
  const app = await livedIn()
  expect(countOf(app)).toBeGreaterThan(4)
  expect(verifyChain(app.deps)).toEqual(whole(countOf(app)))
})

test('an event is written inside a write transaction or not at all', () => {
  const { deps } = testApp()
  const kept = transact(deps, (writing) => writing)
  expect(() => recordEvent(kept, { kind: 'system' }, { action: 'tested' })).toThrow(
    'outside a write transaction',
  )
  expect(verifyChain(deps)).toEqual(whole(0))
})

describe('a broken event is named when', () => {
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
      'it was cut off at the end',
      'delete from events where seq = (select max(seq) from events)',
      0,
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
  ]
  test.each(cases)('%s', async (_, sql, seq, why) => {
    const app = await livedIn()
    const last = countOf(app)
    app.deps.db.sqlite.pragma('foreign_keys = OFF')
    tamper(app, sql)
    expect(verifyChain(app.deps).breaks).toContainEqual({
      seq: seq || last,
      why: expect.stringContaining(why),
    })
  })
})

test('an event cannot be changed or removed by the product itself', async () => {
  const { sqlite } = (await livedIn()).deps.db
  expect(() => sqlite.exec("update events set actor = 'x'")).toThrow('append-only')
  expect(() => sqlite.exec('delete from events')).toThrow('append-only')
  expect(() => sqlite.exec("update event_changes set changes = '[]'")).toThrow('not rewritten')
})
