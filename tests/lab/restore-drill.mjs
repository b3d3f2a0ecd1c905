/**
 * Restore drill at size: copies a database while people write, destroys the volume and restores the copy by
 * docs/operations.md. Prints times and losses. `node FILE [MEBIBYTES]` (1000); needs twice that in the temporary
 * folder.
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { multiply } from './multiplied.mjs'
import { ask, openAccount, openDraft, serve } from './served.mjs'

const mebibytes = Number(process.argv[2] ?? 1000)
const root = mkdtempSync(join(tmpdir(), 'countersign-drill-'))
const env = { APP_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'error' }
const live = { ...env, DATA_DIR: join(root, 'live') }
const fresh = { ...env, DATA_DIR: join(root, 'fresh') }
process.on('exit', () => rmSync(root, { recursive: true, force: true }))

mkdirSync(live.DATA_DIR)
const first = await serve(live)
for (let at = 0; at < 20; at++) await openAccount(first, `person-${at}@example.com`)
await first.stop()
const applications = multiply(
  join(live.DATA_DIR, 'countersign.db'),
  (_, path) => statSync(path).size >= mebibytes * 2 ** 20,
)

const server = await serve(live)
const { acknowledged, rest } = writeOn(server)
await new Promise((later) => setTimeout(later, 1000))
const before = [...acknowledged]
const backup = await cli(['backup', join(root, 'copies')], live)
await rest()
await server.stop()
rmSync(live.DATA_DIR, { recursive: true })

const name = readdirSync(join(root, 'copies')).find((file) => file.endsWith('.db'))
const copy = join(root, 'copies', name)
const verify = await cli(['verify', copy], fresh)
const restore = await cli(['restore', copy], fresh)
const began = performance.now()
const second = await serve(fresh)
const start = seconds(began)
const revoke = await cli(['sessions', 'revoke', '--all'], fresh)
await second.stop()
const restored = join(fresh.DATA_DIR, 'countersign.db')
const [was, is] = [rowsOf(copy), rowsOf(restored)]
const there = idsIn(restored)
process.stdout.write(
  `restore drill: ${Math.round(statSync(copy).size / 2 ** 20)} MiB, applications ${applications}, backup ${backup} s, verify ${verify} s, restore ${restore} s, start ${start} s, sessions ${revoke} s, in all ${(verify + restore + start + revoke).toFixed(1)} s, rows ${was.rows}, tables that differ ${was.tables.filter(([table, hash]) => hash !== new Map(is.tables).get(table)).length}, acknowledged before ${before.length}, meanwhile ${acknowledged.length - before.length}, lost ${before.filter((id) => !there.has(id)).length}\n`,
)

/** Runs a command of the product; returns how many seconds it took, and throws when it refuses. */
async function cli(words, settings) {
  const from = performance.now()
  const child = spawn(process.execPath, ['dist/cli.js', ...words], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`)
  return seconds(from)
}

function seconds(from) {
  return Math.round((performance.now() - from) / 100) / 10
}

/** Somebody who applies without a pause; `rest` ends it. */
function writeOn(target) {
  const acknowledged = []
  let going = true
  const done = (async () => {
    while (going) acknowledged.push((await openDraft(target, { buyerName: 'Sample' })).id)
    await ask(target.url, 'GET', '/api/health')
  })()
  return {
    acknowledged,
    rest() {
      going = false
      return done
    },
  }
}

/** A hash over all rows of each table; what the commands themselves record is left out. */
function rowsOf(path) {
  const db = new Database(path, { readonly: true })
  let rows = 0
  const tables = db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by 1",
    )
    .pluck()
    .all()
    .map((table) => {
      const hash = createHash('sha256')
      const where = table === 'events' ? "where actor_kind <> 'system'" : ''
      for (const row of db.prepare(`select * from "${table}" ${where}`).raw().iterate()) {
        rows += 1
        hash.update(JSON.stringify(row))
      }
      return [table, hash.digest('hex')]
    })
  db.close()
  return { rows, tables }
}

function idsIn(path) {
  const db = new Database(path, { readonly: true })
  const ids = new Set(db.prepare('select id from applications').pluck().all())
  db.close()
  return ids
}
