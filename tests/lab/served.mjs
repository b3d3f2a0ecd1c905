import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { Argon2id } from 'oslo/password'

/** The administrator of a served app. */
export const warden = { username: 'warden', password: 'brass kettle on 4 hobs' }

/**
 * The built server on loopback with data of its own, for the commands of this folder: its address, process and folder,
 * and how to end it, data and all. `onLine` gets each line of its log, parsed.
 */
export async function serve(env = {}, onLine = () => {}) {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'countersign-served-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['dist/server.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      APP_URL: url,
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'info',
      ADMIN_USERNAME: warden.username,
      ADMIN_PASSWORD: warden.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: child.stdout }).on('line', (line) => onLine(JSON.parse(line)))
  for (let tries = 0; !(await fetch(`${url}/api/health`).catch(() => null))?.ok; tries++) {
    if (tries > 200) throw new Error('The server was not ready in 20 s')
    await new Promise((later) => setTimeout(later, 100))
  }
  return {
    url,
    dataDir,
    pid: child.pid,
    alive: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One call with a JSON body; `cookies` are those that the answer sets, ready to be sent back. */
export async function ask(url, method, path, { body, cookie = '' } = {}) {
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const cookies = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { status: answer.status, text: await answer.text(), cookies }
}

const lines =
  'businessName businessAddress postCode telephone mobile coRegistration vatNo eoriNumber accountsContact invoiceAddress invoicePostCode accountsTelephone buyerName buyerTelephone buyerMobile siteContact deliveryAddress deliveryPostCode deliveryTelephone deliveryMobile position typedName'
const addresses = 'invoiceEmail financialEmail invoiceQueriesEmail buyerEmail deliveryEmail'

/** A whole registration, flat, as a call takes it. */
export const registration = (mainEmail) => ({
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
})

/** Makes a draft; returns its reference and the browser's cookie. */
export async function openDraft({ url }, body) {
  const made = await ask(url, 'POST', '/api/applications', { body })
  if (made.status !== 201) throw new Error(`The draft was answered ${made.status}: ${made.text}`)
  return { id: JSON.parse(made.text).id, cookie: made.cookies }
}

/** Submits an application, from which its customer has an account; returns as `openDraft`. */
export async function openAccount(server, mainEmail) {
  const body = registration(mainEmail)
  const { id, cookie } = await openDraft(server, body)
  const sent = await ask(server.url, 'PUT', `/api/applications/${id}`, {
    body: { ...body, status: 'submitted' },
    cookie,
  })
  if (sent.status !== 200) throw new Error(`The submit was answered ${sent.status}: ${sent.text}`)
  return { id, cookie }
}

/** Gives a customer a password, as the link of the email would: nobody sends emails here. */
export async function givePassword({ dataDir }, email, password) {
  const db = new Database(join(dataDir, 'countersign.db'))
  const hash = await new Argon2id().hash(password)
  db.prepare('update clients set password_hash = ? where email = ?').run(hash, email)
  db.close()
}

/** Signs in by a call; returns the session's cookie. */
export async function signIn({ url }, path, body) {
  const { status, text, cookies } = await ask(url, 'POST', path, { body })
  if (status !== 200) throw new Error(`The sign-in was answered ${status}: ${text}`)
  return cookies
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
