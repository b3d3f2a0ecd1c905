import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { openForReading } from '#db/open.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { dump } from '../../support/app/test-database.ts'
import { runToEnd } from '../../support/built-process.ts'
import { startServer } from '../../support/built-server.ts'

const root = mkdtempSync(join(tmpdir(), 'countersign-restore-'))
const env = { APP_KEY: randomBytes(32).toString('base64') }
const live = { ...env, DATA_DIR: join(root, 'live') }
const fresh = { ...env, DATA_DIR: join(root, 'fresh') }

afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Applies without a pause until it is told to stop; returns the references that were acknowledged. */
function load(url: string) {
  const acknowledged: string[] = []
  let going = true
  const done = (async () => {
    while (going) {
      const answer = await fetch(`${url}/api/applications`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sectionSave(4)),
      })
      if (answer.status === 201)
        acknowledged.push(String(((await answer.json()) as { id: string }).id))
    }
  })()
  return {
    acknowledged,
    stop: () => {
      going = false
      return done
    },
  }
}

const cli = (words: string[], settings: Record<string, string>) =>
  runToEnd(['dist/cli.js', ...words], settings)

test('a copy made while people write holds all that was acknowledged before, and stands in a fresh folder row by row', async () => {
  const server = await startServer({ dataDir: live.DATA_DIR, env })
  const people = load(server.url)
  await new Promise((later) => setTimeout(later, 500))
  const before = [...people.acknowledged]
  const made = await cli(['backup', join(root, 'copies')], live)
  expect([made.code, made.words]).toEqual([0, expect.stringContaining('checked')])
  await people.stop()
  expect(people.acknowledged.length).toBeGreaterThan(before.length)

  const copies = readdirSync(join(root, 'copies'))
  expect(copies.sort()).toEqual([
    expect.stringMatching(/\.db$/),
    expect.stringMatching(/\.sha256$/),
  ])
  const copy = join(root, 'copies', copies[0] ?? '')
  const restored = await cli(['restore', copy], fresh)
  expect([restored.code, restored.words]).toEqual([0, expect.stringContaining('is restored')])
  const rows = rowsOf(join(fresh.DATA_DIR, 'countersign.db'))
  expect(withoutRestore(rows)).toEqual(withoutSeal(rowsOf(copy)))
  const ids = (rows.applications as { id: string }[]).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(before))

  const second = await startServer({ dataDir: fresh.DATA_DIR, env })
  expect((await fetch(`${second.url}/api/health`)).status).toBe(200)
  await second.end('SIGTERM')
  const verified = await cli(['verify'], fresh)
  expect([verified.code, verified.words]).toEqual([
    0,
    expect.stringContaining(`${ids.length + 1} events`),
  ])

  const busy = await cli(['restore', copy], live)
  expect([busy.code, busy.words]).toEqual([1, expect.stringContaining('is in use')])
  await server.end('SIGTERM')
})

test('a copy that was changed after it was made is refused, and the database stays', async () => {
  const copy = copyIn(join(root, 'copies'))
  const db = new Database(copy)
  db.exec('update applications set status = status; vacuum')
  db.close()
  const before = rowsOf(join(fresh.DATA_DIR, 'countersign.db'))
  const refused = await cli(['restore', copy], fresh)
  expect([refused.code, refused.words]).toEqual([
    1,
    expect.stringContaining('is not the file that'),
  ])
  expect(rowsOf(join(fresh.DATA_DIR, 'countersign.db'))).toEqual(before)
})

const copyIn = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => name.endsWith('.db')) ?? '')

function rowsOf(path: string) {
  const db = openForReading(path)
  const rows = dump(db)
  db.sqlite.close()
  return rows
}

/** All rows but the event that a restore leaves, which has to be there, and last. */
function withoutRestore({ events = [], ...rows }: Record<string, unknown[]>) {
  expect(events.at(-1)).toMatchObject({ action: 'database restored', actor_kind: 'system' })
  return withoutSeal({ ...rows, events: events.slice(0, -1) })
}

/** Without the history's key row, which changes with every event, and the clock, which a restore carries over. */
function withoutSeal({ installation = [], ...rows }: Record<string, unknown[]>) {
  const others = (installation as { name: string }[]).filter(
    ({ name }) => !['audit-key', 'history-check', 'clock'].includes(name),
  )
  return { ...rows, installation: others }
}
