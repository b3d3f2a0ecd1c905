/**
 * Measures how soon a signed document is at the second place, and what comes back when the machine is lost under load.
 * `node FILE [folder|s3] [SUBMITS] [PEOPLE] [ROUNDS] [PAUSE]` (folder, 100, 4, 1, 0 ms between submits).
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import Database from 'better-sqlite3'
import { openAccount, serve } from './served.mjs'

const [kind = 'folder', submits = '100', people = '4', rounds = '1', pause = '0'] =
  process.argv.slice(2)
const root = mkdtempSync(join(tmpdir(), 'countersign-sent-'))
const there = join(root, 'there')
mkdirSync(there)
const s3 = kind === 's3' ? await startS3() : null
const identity = await generateX25519Identity()
writeFileSync(join(root, 'identity.txt'), `${identity}\n`, { mode: 0o600 })
const location = s3 ? 's3://copies/shop' : there
const env = {
  APP_KEY: randomBytes(32).toString('base64'),
  BACKUP_TARGET: location,
  BACKUP_RECIPIENT: await identityToRecipient(identity),
  ...(s3 && { S3_ENDPOINT: s3.url, AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }),
}

let number = 0
let isKilled = false
for (let round = 1; round <= Number(rounds); round += 1) await runRound(round)
await s3?.close()
rmSync(root, { recursive: true, force: true })

async function runRound(round) {
  isKilled = false
  for (const name of readdirSync(there)) if (!s3) rmSync(join(there, name), { recursive: true })
  const dataDir = join(root, `live-${round}`)
  const server = await serve({ ...env, DATA_DIR: dataDir })
  await openAccount(server, `first-${nextNumber()}@example.com`)
  await until(() => sealedIn(dataDir).size === 1)
  await cli(['backup'], dataDir)

  const arrived = watchArrivals()
  const answered = new Map()
  await work(server, answered, () => answered.size < Number(submits))
  const sealed = await until(() => {
    const found = sealedIn(dataDir)
    return [...answered.keys()].every((id) => arrived.at.has(found.get(id)?.hash)) && found
  })
  const times = sorted([...answered].map(([id, at]) => arrived.at.get(sealed.get(id).hash) - at))
  const sending = sorted(
    [...answered.keys()].map((id) => arrived.at.get(sealed.get(id).hash) - sealed.get(id).at),
  )

  // the box burns under load
  const load = work(server, answered, () => !isKilled)
  await wait(3000 + Math.random() * 2000)
  isKilled = true
  const killedAt = Date.now()
  await server.end('SIGKILL')
  await load
  arrived.stop()
  const inTime = [...answered].filter(([, at]) => at <= killedAt)
  const last = sealedIn(dataDir)
  const atPlace = inTime.filter(([id]) => arrived.at.has(last.get(id)?.hash))
  rmSync(dataDir, { recursive: true })

  const fresh = join(root, `fresh-${round}`)
  const restore = await cli(['restore', location], fresh)
  const imported = await cli(['import', location], fresh)
  const back = submittedIn(fresh)
  const lost = inTime.filter(([id]) => !back.has(id))
  const missing = atPlace.filter(([id]) => !back.has(id))
  const ages = lost.map(([, at]) => Math.round(killedAt - at))
  process.stdout.write(
    `${kind}, round ${round}: ${times.length} submits of ${people} people, ${pause} ms between; document at the second place after median ${ms(times, 0.5)}, p95 ${ms(times, 0.95)}, worst ${ms(times, 1)}; of that after its sealing median ${ms(sending, 0.5)}, worst ${ms(sending, 1)}. ` +
      `Killed: ${inTime.length} acknowledged, ${atPlace.length} at the second place, ${back.size - 1} back, ${missing.length} of those there missing, ` +
      `${lost.length} lost${lost.length > 0 ? `, acknowledged at most ${Math.max(...ages)} ms before` : ''}; restore ${restore} s, import ${imported} s\n`,
  )
  rmSync(fresh, { recursive: true })
}

/** People who submit one application after the other. */
async function work(server, answered, goesOn) {
  const one = async () => {
    while (goesOn()) {
      try {
        const { id } = await openAccount(server, `person-${nextNumber()}@example.com`)
        answered.set(id, Date.now())
        await wait(Number(pause))
      } catch (error) {
        if (!isKilled) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Number(people) }, one))
}

/** When each document appeared at the second place, by the first digits of its hash. */
function watchArrivals() {
  const at = new Map()
  const timer = setInterval(look, 5)
  return { at, stop }
  function stop() {
    look()
    clearInterval(timer)
  }
  function look() {
    for (const name of namesThere()) {
      const hash = /document-.*-([0-9a-f]{16})\.pdf\.age/.exec(name)?.[1]
      if (hash && !at.has(hash)) at.set(hash, Date.now())
    }
  }
}

function namesThere() {
  const names = s3 ? readdirSync(join(there, 'copies'), { recursive: true }) : readdirSync(there)
  return names.filter((name) => !name.endsWith('.partial'))
}

/** The first digits of the hash of each application's document, and when it was sealed. */
function sealedIn(dataDir) {
  const db = new Database(join(dataDir, 'countersign.db'), { readonly: true })
  const rows = db
    .prepare('select application, sha256, sealed_at as at from documents where sha256 is not null')
    .all()
  db.close()
  return new Map(
    rows.map(({ application, sha256, at }) => [application, { hash: sha256.slice(0, 16), at }]),
  )
}

function submittedIn(dataDir) {
  const db = new Database(join(dataDir, 'countersign.db'), { readonly: true })
  const ids = db.prepare("select id from applications where status = 'submitted'").pluck().all()
  db.close()
  return new Set(ids)
}

/** Runs a command of the product; returns how many seconds it took. */
async function cli(words, dataDir) {
  const from = performance.now()
  const child = spawn(process.execPath, ['dist/cli.js', ...words], {
    env: { ...env, DATA_DIR: dataDir, BACKUP_IDENTITY_FILE: join(root, 'identity.txt') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`)
  return Math.round((performance.now() - from) / 100) / 10
}

async function startS3() {
  const { default: S3rver } = await import('@20minutes/s3rver')
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: there },
    configureBuckets: [{ name: 'copies' }],
  })
  const { port } = await server.run()
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

function nextNumber() {
  number += 1
  return number
}

async function until(condition) {
  for (let left = 6000; left > 0; left -= 1) {
    const found = condition()
    if (found) return found
    await wait(50)
  }
  throw new Error('This took longer than five minutes')
}

function sorted(times) {
  return times.toSorted((a, b) => a - b)
}

function ms(times, share) {
  return `${Math.round(times[Math.ceil(times.length * share) - 1])} ms`
}
