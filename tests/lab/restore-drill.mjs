/**
 * Restore drill at size: sends a database to S3 while people write, destroys the volume, and brings everything back on
 * an empty one. Prints times and losses. `node FILE [MEBIBYTES]` (1000); needs four times that in the temporary folder.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import Database from 'better-sqlite3'
import { differing, idsIn, rowsOf } from './compared-rows.mjs'
import { addFiles, multiply } from './multiplied.mjs'
import { ask, openAccount, openDraft, serve } from './served.mjs'

const mebibytes = Number(process.argv[2] ?? 1000)
const root = mkdtempSync(join(tmpdir(), 'countersign-drill-'))
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
const location = 's3://copies/shop'
const identity = await generateX25519Identity()
writeFileSync(join(root, 'identity.txt'), identity)
const { port } = await new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(root, 's3'),
  configureBuckets: [{ name: 'copies' }],
}).run()
const env = {
  APP_KEY: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'error',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
}
const live = { ...env, DATA_DIR: join(root, 'live') }
const sending = {
  ...live,
  BACKUP_TARGET: location,
  BACKUP_RECIPIENT: await identityToRecipient(identity),
}
const fresh = {
  ...env,
  DATA_DIR: join(root, 'fresh'),
  BACKUP_IDENTITY_FILE: join(root, 'identity.txt'),
}

mkdirSync(live.DATA_DIR)
const first = await serve(live)
for (let at = 0; at < 20; at++) await openAccount(first, `person-${at}@example.com`)
await first.stop()
const database = join(live.DATA_DIR, 'countersign.db')
const applications = multiply(
  database,
  (_, path) => statSync(path).size >= (mebibytes * 2 ** 20) / 2,
)
// half of it is files, which do not get smaller
addFiles(database, mebibytes / 2)

const server = await serve(sending)
const { acknowledged, rest } = writeOn(server)
const before = [...(await enough(acknowledged))]
const backup = await cli(['backup', join(root, 'copies')], live)
const backupAndSend = await cli(['backup'], sending)
await rest()
const later = []
for (let at = 0; at < 10; at++)
  later.push((await openAccount(server, `later-${at}@example.com`)).id)
const arrived = await documentsArrived(later)
const [kept] = filesIn(join(live.DATA_DIR, 'backups'), '.db')
renameSync(join(live.DATA_DIR, 'backups', kept), join(root, kept))
await server.end('SIGKILL')
rmSync(live.DATA_DIR, { recursive: true })

const restore = await cli(['restore', location], fresh)
const restored = join(fresh.DATA_DIR, 'countersign.db')
const [was, is] = [rowsOf(join(root, kept)), rowsOf(restored)]
const imported = await cli(['import', location], fresh)
const began = performance.now()
const second = await serve(fresh)
const start = seconds(began)
const verify = await cli(['verify'], fresh)
await second.stop()
const there = idsIn(restored)
const lost = (ids) => ids.filter((id) => !there.has(id)).length
const mib = (path) => Math.round(statSync(path).size / 2 ** 20)
const [object] = filesIn(join(root, 's3'), '_object').filter((path) =>
  path.includes('countersign-'),
)
process.stdout.write(
  `restore drill: ${mib(join(root, kept))} MiB, at the second place ${mib(join(root, 's3', object))} MiB, applications ${applications}
  backup ${backup} s, backup and send ${backupAndSend} s, documents at the second place after ${arrived} s
  restore ${restore} s, import ${imported} s, start ${start} s, verify ${verify} s, restore and import ${(restore + imported).toFixed(1)} s
  rows ${was.rows}, tables that differ ${differing(was, is).join() || 'none'}
  drafts before the backup ${before.length}, lost ${lost(before)}; signed after it ${later.length}, lost ${lost(later)}\n`,
)
process.exit()

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

async function enough(list) {
  while (list.length < 50) await new Promise((later) => setTimeout(later, 100))
  return list
}

/** Seconds until the signed documents of these applications are at the second place. */
async function documentsArrived(ids) {
  const from = performance.now()
  const db = new Database(database, { readonly: true })
  const hash = db
    .prepare('select substr(sha256, 1, 16) from documents where application = ?')
    .pluck()
  const isThere = (id) => {
    const sha256 = hash.get(id)
    return sha256 && filesIn(join(root, 's3'), '_object').some((path) => path.includes(sha256))
  }
  while (!ids.every(isThere)) {
    if (performance.now() - from > 300_000) throw new Error('The documents did not arrive')
    await new Promise((later) => setTimeout(later, 100))
  }
  db.close()
  return seconds(from)
}

function filesIn(folder, end) {
  return readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(end))
}
