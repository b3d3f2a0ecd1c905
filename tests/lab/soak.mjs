/**
 * Soak: hours of ordinary work over 10,000 applications, with emails and twelve backups. Prints how memory, log and
 * times drift. `SOAK_MINUTES=720 SOAK_RATE=15 node FILE`; the rate is in requests a second.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, share } from './bench/rounds.ts'
import { countMails } from './mail-counter.mjs'
import { multiply } from './multiplied.mjs'
import {
  ask,
  givePassword,
  logged,
  openAccount,
  registration,
  serve,
  signIn,
  warden,
} from './served.mjs'

const minutes = Number(process.env.SOAK_MINUTES ?? 720)
const rate = Number(process.env.SOAK_RATE ?? 15)
const stored = 10_000
const samples = 60

const dataDir = mkdtempSync(join(tmpdir(), 'countersign-soak-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const env = {
  DATA_DIR: dataDir,
  APP_KEY: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'error',
}
const mails = await countMails()

const before = await serve(env)
const customers = []
for (let at = 0; at < 20; at++) {
  const email = `settled-${at}@example.com`
  const { id } = await openAccount(before, email)
  await givePassword(before, email)
  customers.push({ id, email, cookie: '' })
}
await before.stop()
multiply(join(dataDir, 'countersign.db'), (count) => count >= stored)

const reads = [
  () => call('', 'GET', '/client-form'),
  () => call('', 'GET', '/'),
  () => call('client', 'GET', '/client-portal'),
  () => call('client', 'GET', '/api/client/application'),
  () => call('admin', 'GET', '/admin/dashboard'),
  () => call('admin', 'GET', '/api/applications?search=sample'),
  () => call('admin', 'GET', `/api/applications?status=submitted&limit=50`),
  () => call('admin', 'GET', `/api/applications/${pick(open)}`),
  () => call('admin', 'GET', '/api/analytics'),
  () => call('admin', 'GET', `/api/applications/${pick(open)}/pdf`),
]

const writes = [
  begin,
  begin,
  () => later((draft) => call(draft.cookie, 'PUT', `/api/applications/${draft.id}`, section())),
  () =>
    later((draft) =>
      call(draft.cookie, 'POST', `/api/applications/${draft.id}/directors`, {
        directors: [{ name: `Ann ${requests}`, position: 'Director' }],
      }),
    ),
  () => {
    const draft = drafts.shift()
    if (!draft) return begin()
    open.push(draft.id)
    return call(draft.cookie, 'PUT', `/api/applications/${draft.id}`, { status: 'submitted' })
  },
  () => call('client', 'PUT', '/api/client/application/buyer', { buyerName: `Buyer ${requests}` }),
  () =>
    call('admin', 'PATCH', `/api/applications/${pick(open)}`, {
      siteContact: `Contact ${requests}`,
    }),
  () =>
    call('admin', 'POST', `/api/applications/${pick(open)}/notes`, { text: `Seen ${requests}` }),
]

const server = await serve(env)
/** Applications that somebody looks at and edits: many, as each of them is edited a few times in its life. */
const open = customers.map(({ id }) => id)
let admin = ''
const drafts = []
const errors = new Map()
let took = []
let requests = 0
let made = 0
await signInAll()
await ask(server.url, 'POST', '/api/email-settings', { cookie: admin, body: mails.settings })

const seen = []
let backups = 0
const began = Date.now()
const end = began + minutes * 60_000
const under = new Set()
const every = (ms, what) => setInterval(what, ms)
const timers = [
  every(1000 / rate, () => {
    const one = step().finally(() => under.delete(one))
    under.add(one)
  }),
  every((minutes * 60_000) / samples, sample),
  every((minutes * 60_000) / 12, backUp),
]
while (Date.now() < end && server.alive()) await new Promise((later) => setTimeout(later, 200))
timers.forEach(clearInterval)
await Promise.all(under)
const alive = server.alive()
await server.stop()
mails.close()
report()

/** One request of somebody at work. */
async function step() {
  const act = Math.random() < 0.7 ? pick(reads) : pick(writes)
  const at = performance.now()
  try {
    const { name, status } = await act()
    took.push(performance.now() - at)
    requests += 1
    if (status === 401) await signInAll()
    else if (status >= 400) note(`${status} ${name}`)
  } catch (error) {
    note(error.message)
  }
}

async function call(who, method, path, body) {
  const cookie = who === 'admin' ? admin : who === 'client' ? pick(customers).cookie : who
  return { name: `${method} ${path}`, ...(await ask(server.url, method, path, { body, cookie })) }
}

async function begin() {
  made += 1
  const answer = await call(
    '',
    'POST',
    '/api/applications',
    registration(`new-${made}@example.com`),
  )
  if (answer.status === 201) drafts.push({ id: JSON.parse(answer.text).id, cookie: answer.cookie })
  return answer
}

function later(act) {
  return drafts.length ? act(pick(drafts)) : begin()
}

function section() {
  return { 4: { buyerName: `Buyer ${requests}` } }
}

function pick(list) {
  return list[Math.floor(Math.random() * list.length)]
}

function note(what) {
  errors.set(what, (errors.get(what) ?? 0) + 1)
}

async function signInAll() {
  admin = await signIn(server, '/api/admin/login', warden)
  for (const customer of customers) {
    const { email } = customer
    const given = { email, password: warden.password }
    customer.cookie = await signIn(server, '/api/client/login', given)
  }
}

/** Resident memory and the log of changes in MiB, and the slowest in a hundred of the time since the last look. */
function sample() {
  const wal = statSync(join(dataDir, 'countersign.db-wal')).size / 2 ** 20
  const hours = (Date.now() - began) / 3_600_000
  seen.push({ hours, rss: server.memory(), wal, p99: share(took, 0.99) })
  took = []
}

async function backUp() {
  const child = spawn(process.execPath, ['dist/cli.js', 'backup'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'close')
  if (code === 0) backups += 1
  else note('a backup failed')
}

function report() {
  // the first fifth is warm-up
  const warm = seen.slice(Math.floor(seen.length / 5))
  const half = Math.floor(warm.length / 2)
  const slowest = (list) => median(list.map(({ p99 }) => p99))
  const [early, late] = [slowest(warm.slice(0, half)), slowest(warm.slice(half))]
  const rss = warm.map((one) => one.rss)
  process.stdout.write(
    `soak: minutes ${minutes}, requests ${requests}, drafts ${made}, emails ${mails.arrived()}, backups ${backups}, errors ${[...errors.values()].reduce((a, b) => a + b, 0)}, error lines ${logged(server).length}, alive ${alive}, memory ${Math.min(...rss).toFixed(0)} to ${Math.max(...rss).toFixed(0)} MiB, slope ${slope(warm).toFixed(1)} MiB/h, log at most ${Math.max(...seen.map(({ wal }) => wal)).toFixed(1)} MiB, p99 ${early.toFixed(0)} then ${late.toFixed(0)} ms\n`,
  )
  for (const [what, times] of errors) process.stdout.write(`  ${what}: ${times}\n`)
}

/** Least squares over the samples, in MiB an hour. */
function slope(list) {
  const mean = (of) => list.reduce((sum, one) => sum + of(one), 0) / list.length
  const [x, y] = [mean(({ hours }) => hours), mean((one) => one.rss)]
  const over = list.reduce((sum, one) => sum + (one.hours - x) * (one.rss - y), 0)
  return over / list.reduce((sum, one) => sum + (one.hours - x) ** 2, 0)
}
