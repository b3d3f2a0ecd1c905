import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../support/built-server.ts'
import { applyByCalls, ask, call, passwordLink } from '../support/calls.ts'
import { benchAdmin, benchKey, visitedFolder } from './bench/data.ts'
import { median, share } from './bench/measures.ts'

/**
 * `SOAK_MINUTES=720 SOAK_RATE=15 npm run lab -- soak`: hours of ordinary work over 10,000 applications, at so many requests
 * a second, with twelve backups. Prints how memory, log and times drift.
 */
const minutes = Number(process.env.SOAK_MINUTES ?? 720)
const rate = Number(process.env.SOAK_RATE ?? 15)
const samples = 60

const { folder, remove } = await visitedFolder(10_000)
const env = { APP_KEY: benchKey, RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'error' }
const server = await startServer({ dataDir: folder, env })
const { url } = server
const password = randomBytes(12).toString('hex')
const clients: { id: string; email: string; cookie: string }[] = []
for (let at = 0; at < 20; at++) {
  const email = `settled-${at}@example.com`
  const { id } = await applyByCalls(url, { mainEmail: email })
  const body = { token: passwordLink(server, email), password }
  await call(url, 'POST', '/api/client/set-password', { body })
  clients.push({ id, email, cookie: '' })
}
let office = ''
await signIn()

const faults = new Map<string, number>()
let took: number[] = []
let requests = 0
let made = 0
const record = () => `/api/applications/${pick(clients).id}`
const client = () => pick(clients).cookie

type Act = () => Promise<{ status: number; text: string }>
const reads: Act[] = [
  () => ask(url, 'GET', '/client-form'),
  () => ask(url, 'GET', '/'),
  () => ask(url, 'GET', '/client-portal', { cookie: client() }),
  () => ask(url, 'GET', '/api/client/application', { cookie: client() }),
  ...['/admin/dashboard', '/api/applications?search=limited', '/api/analytics'].map(
    (path) => () => ask(url, 'GET', path, { cookie: office }),
  ),
  () => ask(url, 'GET', record(), { cookie: office }),
  () => ask(url, 'GET', `${record()}/pdf`, { cookie: office }),
]
const writes: Act[] = [
  async () => {
    made += 1
    await applyByCalls(url, { mainEmail: `new-${made}@example.com` })
    return { status: 200, text: '' }
  },
  () =>
    ask(url, 'PUT', '/api/client/application/buyer', {
      body: { buyerName: `Buyer ${requests}` },
      cookie: client(),
    }),
  () => ask(url, 'PATCH', record(), { body: { siteContact: `Ann ${requests}` }, cookie: office }),
]

const sampled: { rss: number; wal: number; p99: number }[] = []
let backups = 0
const open: Promise<void>[] = []
const timers = [
  setInterval(() => open.push(step()), 1000 / rate),
  setInterval(sample, (minutes * 60_000) / samples),
  setInterval(() => open.push(backUp()), (minutes * 60_000) / 12),
]
await pause(minutes * 60_000)
timers.forEach(clearInterval)
await Promise.all(open)
const alive = server.alive()
await server.stop()
remove()
report()

/** One request of somebody at work. */
async function step() {
  const act = pick(Math.random() < 0.7 ? reads : writes)
  const at = performance.now()
  requests += 1
  try {
    const { status, text } = await act()
    took.push(performance.now() - at)
    if (status === 401) await signIn()
    else if (status >= 400) note(`${status} ${text.slice(0, 100)}`)
  } catch (error) {
    note(String(error))
  }
}

async function signIn() {
  office = (await call(url, 'POST', '/api/admin/login', { body: benchAdmin })).cookie
  for (const one of clients) {
    const body = { email: one.email, password }
    one.cookie = (await call(url, 'POST', '/api/client/login', { body })).cookie
  }
}

function pick<T>(list: T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T
}

function note(fault: string) {
  faults.set(fault, (faults.get(fault) ?? 0) + 1)
}

/** Resident memory and the log of changes in MiB, and the slowest in a hundred since the last sample, in ms. */
function sample() {
  const wal = statSync(join(folder, 'countersign.db-wal')).size / 2 ** 20
  sampled.push({ rss: server.memory(), wal, p99: share(took, 0.99) })
  took = []
}

async function backUp() {
  const child = spawn(process.execPath, ['dist/cli.js', 'backup'], {
    env: { PATH: process.env.PATH, ...env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'close')
  if (code === 0) backups += 1
  else note('a backup failed')
}

function report() {
  // the first fifth is warm-up
  const warm = sampled.slice(Math.floor(sampled.length / 5))
  const half = Math.floor(warm.length / 2)
  const slowest = (list: typeof warm) => median(list.map(({ p99 }) => p99)).toFixed(0)
  const rss = warm.map((one) => one.rss)
  const middle = (list: typeof warm) => median(list.map((one) => one.rss)).toFixed(0)
  const wal = Math.max(...sampled.map((one) => one.wal))
  const errors = server
    .output()
    .split('\n')
    .filter((text) => text.startsWith('{')).length
  console.log(`${minutes} minutes, ${requests} requests, ${made} applications, ${backups} backups
alive: ${alive}; error lines: ${errors}
memory: ${Math.min(...rss)} to ${Math.max(...rss)} MiB, ${middle(warm.slice(0, half))} in the first half, then ${middle(warm.slice(half))}
log of changes: ${wal.toFixed(1)} MiB at most
p99: ${slowest(warm.slice(0, half))}, then ${slowest(warm.slice(half))} ms`)
  for (const [fault, times] of faults) console.log(`${times} times ${fault}`)
  process.exitCode = alive && errors === 0 && faults.size === 0 ? 0 : 1
}
