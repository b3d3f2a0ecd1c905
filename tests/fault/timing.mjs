/**
 * F16: whether the time of an answer tells an account that exists from one that does not. Starts the built server on
 * loopback, asks for both in turn, and prints the chance that a known one takes longer (0.5: nothing to be learnt) and
 * the difference of the medians. `node tests/fault/timing.mjs [PAIRS]`, on a machine with nothing else to do.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Argon2id } from 'oslo/password'

const pairs = Number(process.argv[2] ?? 300)
const port = 20_000 + Math.floor(Math.random() * 20_000)
const url = `http://localhost:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'countersign-timing-'))
const known = { username: 'warden', password: 'brass kettle on 4 hobs' }
const server = spawn(process.execPath, ['dist/server.js'], {
  env: {
    PATH: process.env.PATH,
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
    ADMIN_USERNAME: known.username,
    ADMIN_PASSWORD: known.password,
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})

try {
  await ready()
  const mainEmail = 'known@example.com'
  const withPassword = 'settled@example.com'
  await openAccount(mainEmail)
  await openAccount(withPassword)
  await givePassword(withPassword, 'brass kettle on 4 hobs')
  await compare(
    'admin sign-in',
    '/api/admin/login',
    () => ({ username: known.username, password: 'wrong kettle on 4 hobs' }),
    (at) => ({ username: `nobody${at}`, password: 'wrong kettle on 4 hobs' }),
  )
  await compare(
    'client sign-in, no password yet',
    '/api/client/login',
    () => ({ email: mainEmail, password: 'wrong kettle on 4 hobs' }),
    (at) => ({ email: `nobody${at}@example.com`, password: 'wrong kettle on 4 hobs' }),
  )
  await compare(
    'client sign-in, with a password',
    '/api/client/login',
    () => ({ email: withPassword, password: 'wrong kettle on 4 hobs' }),
    (at) => ({ email: `nobody${at}@example.com`, password: 'wrong kettle on 4 hobs' }),
  )
  await compare(
    'forgot password',
    '/api/client/forgot-password',
    () => ({ email: mainEmail }),
    (at) => ({ email: `nobody${at}@example.com` }),
  )
  await compare(
    'set password',
    '/api/client/set-password',
    () => ({ token: 'A'.repeat(43), password: 'brass kettle on 4 hobs' }),
    (at) => ({ token: `${at}`.padStart(43, 'B'), password: 'brass kettle on 4 hobs' }),
  )
} finally {
  server.kill('SIGTERM')
  server.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
}

/** An account exists from the submit on. */
async function openAccount(mainEmail) {
  const lines =
    'businessName businessAddress postCode telephone mobile coRegistration vatNo eoriNumber accountsContact invoiceAddress invoicePostCode accountsTelephone buyerName buyerTelephone buyerMobile siteContact deliveryAddress deliveryPostCode deliveryTelephone deliveryMobile position typedName'
  const addresses = 'invoiceEmail financialEmail invoiceQueriesEmail buyerEmail deliveryEmail'
  const body = {
    ...Object.fromEntries(lines.split(' ').map((name) => [name, 'Sample'])),
    ...Object.fromEntries(addresses.split(' ').map((name) => [name, 'other@example.com'])),
    mainEmail,
    accountType: 'cash',
    businessTypes: ['Partnership'],
    dateIncorporation: '2009-03-03',
    agreementDate: '2026-11-20',
    businessEstablished: '17',
    poMandatory: false,
    directors: [{ name: 'Ann Sample', position: 'Director' }],
  }
  const made = await post('/api/applications', body)
  const cookie = made.cookie.split(';')[0]
  const path = `/api/applications/${JSON.parse(made.text).id}`
  const sent = await post(path, { ...body, status: 'submitted' }, { cookie }, 'PUT')
  if (sent.status !== 200) throw new Error(`The submit was answered ${sent.status}: ${sent.text}`)
}

/** As the link of its letter would; nobody sends letters here. */
async function givePassword(email, password) {
  const db = new Database(join(dataDir, 'countersign.db'))
  const hash = await new Argon2id().hash(password)
  db.prepare('update clients set password_hash = ? where email = ?').run(hash, email)
  db.close()
}

async function compare(name, path, knownBody, unknownBody) {
  const took = { known: [], unknown: [] }
  const bodies = new Set()
  for (let at = -20; at < pairs; at++) {
    const order = at % 2 ? ['known', 'unknown'] : ['unknown', 'known']
    for (const kind of order) {
      const body = kind === 'known' ? knownBody(at) : unknownBody(at)
      const began = performance.now()
      const answer = await post(path, body)
      const ms = performance.now() - began
      if (at >= 0) took[kind].push(ms)
      bodies.add(`${answer.status} ${answer.text}`)
    }
  }
  const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]
  const difference = median(took.known) - median(took.unknown)
  process.stdout.write(
    `F16 ${name}: pairs ${pairs}, AUC ${areaUnder(took).toFixed(3)}, medians ${median(took.known).toFixed(2)} and ${median(took.unknown).toFixed(2)} ms, difference ${difference.toFixed(2)} ms, different bodies ${bodies.size - 1}\n`,
  )
}

/** The share of pairs in which the known one took longer; ties count half. */
function areaUnder({ known: slow, unknown: fast }) {
  let wins = 0
  for (const a of slow) for (const b of fast) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (slow.length * fast.length)
}

async function post(path, body, headers = {}, method = 'POST') {
  const answer = await fetch(url + path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const cookie = answer.headers.get('set-cookie') ?? ''
  return { status: answer.status, text: await answer.text(), cookie }
}

async function ready() {
  for (let tries = 0; tries < 200; tries++) {
    if ((await fetch(`${url}/api/health`).catch(() => null))?.ok) return
    await new Promise((later) => setTimeout(later, 100))
  }
  throw new Error('The server was not ready in 20 s')
}
