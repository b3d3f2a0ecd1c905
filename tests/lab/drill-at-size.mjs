/**
 * The recovery drill at size, from the page Backups, while somebody applies. Prints times, bytes and the longest requests.
 * `node FILE [MEBIBYTES]` (1000); needs six times that in the temporary folder.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { multiply } from './multiplied.mjs'
import { ask, logged, openAccount, openDraft, serve, warden } from './served.mjs'

const mebibytes = Number(process.argv[2] ?? 1000)
const root = mkdtempSync(join(tmpdir(), 'countersign-drill-'))
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
const identity = await generateX25519Identity()
const target = join(root, 'target')
mkdirSync(target)
writeFileSync(join(root, 'identity.txt'), identity)
const env = {
  APP_KEY: randomBytes(32).toString('base64'),
  DATA_DIR: join(root, 'live'),
  BACKUP_TARGET: target,
  BACKUP_RECIPIENT: await identityToRecipient(identity),
  BACKUP_IDENTITY_FILE: join(root, 'identity.txt'),
}

mkdirSync(env.DATA_DIR)
const first = await serve(env)
for (let at = 0; at < 20; at++) await openAccount(first, `person-${at}@example.com`)
// their documents are sealed meanwhile
await waited(15_000)
await first.stop()
const path = join(env.DATA_DIR, 'countersign.db')
const applications = multiply(path, () => statSync(path).size >= mebibytes * 2 ** 20)
const sending = performance.now()
await cli(['backup'])
const sent = seconds(sending)

const server = await serve(env)
const result = () => logged(server).find(({ msg }) => /recovery drill (held|failed)/.test(msg))
const { cookie } = await ask(server.url, 'POST', '/api/admin/login', { body: warden })
const headers = { cookie, origin: server.url }
const quiet = await during(() => waited(5000))
const began = performance.now()
const body = new URLSearchParams({ action: 'drill' })
const asked = await fetch(`${server.url}/admin/backups`, {
  ...{ method: 'POST', headers, body, redirect: 'manual' },
})
if (asked.status !== 303) throw new Error(`The page answered ${asked.status}`)
const busy = await during(async () => {
  while (!result()) await waited(200)
})
const took = seconds(began)
const report = result()
await server.stop()
const [copy] = readdirSync(target).filter((name) => name.startsWith('countersign-'))
process.stdout.write(
  `${JSON.stringify({ mebibytes: Math.round(statSync(path).size / 2 ** 20), applications, backedUpAndSent: sent, sentBytes: statSync(join(target, copy)).size, drill: took, report, quiet, busy, left: readdirSync(join(env.DATA_DIR, 'backups')) }, null, 2)}\n`,
)

/** Asks for pages, an answer after the other, until the work has ended; returns how long they took. */
async function during(work) {
  let going = true
  const times = { health: [], page: [], draft: [] }
  const timed = async (name, call) => {
    const from = performance.now()
    await call()
    times[name].push(performance.now() - from)
  }
  const asking = (async () => {
    while (going) {
      await timed('health', () => ask(server.url, 'GET', '/api/health'))
      await timed('page', () => ask(server.url, 'GET', '/client-form'))
      await timed('draft', () => openDraft(server, { buyerName: 'Sample' }))
      await waited(20)
    }
  })()
  await work()
  going = false
  await asking
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => {
      const sorted = all.toSorted((one, other) => one - other)
      const at = (part) => Math.round(sorted[Math.floor((sorted.length - 1) * part)])
      return [name, { calls: all.length, median: at(0.5), longest: at(1) }]
    }),
  )
}

async function cli(words) {
  const child = spawn(process.execPath, ['dist/cli.js', ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`)
}

function waited(ms) {
  return new Promise((later) => setTimeout(later, ms))
}

function seconds(from) {
  return Math.round((performance.now() - from) / 100) / 10
}
