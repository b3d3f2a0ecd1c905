// `npm run image:check`: builds the Dockerfile with docker or buildah and runs the image as its own user on a read-only
// root: apply, submit, PDF, restart, data still there. Says so in one line when neither tool is there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyByCalls } from '../../support/calls.ts'
import { findEngine } from './engines.mjs'

const name = 'countersign-check'
const most = 120
/** What builds or tests the product, and never runs it. */
const forbidden =
  /(^|\/)(vite|vitest|typescript|playwright|@biomejs|drizzle-kit|g\+\+|gcc|make|python3|node-linux-(x64|arm64))$/
const engine = findEngine()

if (!engine) {
  console.log('image:check needs docker or buildah; neither is here, so nothing was checked.')
  process.exit(0)
}

const volume = mkdtempSync(join(tmpdir(), 'countersign-image-'))
let running
try {
  console.log(`Building with ${engine.name}`)
  engine.build(name)
  const { image, base } = engine.sizes(name)
  line('layers on top of the base', `${image - base} MB of ${most}`, image - base <= most)
  const stray = engine.listing(name).filter((path) => forbidden.test(path))
  line('development packages and build tools', stray.join(' ') || 'none', stray.length === 0)

  running = await start()
  line('user', running.user, !/^(0|root)?(:|$)/.test(running.user))
  line('root file system', running.rootWritable ? 'writable' : 'read-only', !running.rootWritable)
  const { id, cookie } = await applyByCalls(running.url)
  line('application submitted', id, true)
  line('document', `${await openDocument(running.url, id, cookie)} bytes`, true)
  line('statements collected', `${await collect(running.url)} requests`, true)
  const stopped = performance.now()
  await running.stop()
  line(
    'stopped',
    `${Math.round(performance.now() - stopped)} ms`,
    performance.now() - stopped < 8000,
  )
  running = await start()
  line('after the restart', `${await openDocument(running.url, id, cookie)} bytes`, true)
} finally {
  await running?.stop()
  engine.tidy(name)
  rmSync(volume, { recursive: true, force: true })
}

async function start() {
  const began = performance.now()
  const started = engine.run(name, volume)
  for (let tries = 0; ; tries += 1) {
    const health = await fetch(`${started.url}/api/health`).catch(() => null)
    if (health?.ok) break
    if (tries > 300) throw new Error('The server in the image did not answer within 30 s')
    await new Promise((later) => setTimeout(later, 100))
  }
  line('ready', `${Math.round(performance.now() - began)} ms`, true)
  return started
}

/** Opens the document of an application; returns its size in bytes, or throws when it is none. */
async function openDocument(url, id, cookie) {
  const answer = await fetch(`${url}/api/applications/${id}/pdf`, { headers: { cookie } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200 || bytes.toString('latin1', 0, 5) !== '%PDF-')
    throw new Error(`The document answered ${answer.status}`)
  return bytes.length
}

/** Leaves thousands of finished statements to the collector, then idles: a driver built wrongly aborts the process here. */
async function collect(url) {
  let asked = 0
  for (; asked < 6000; asked += 20)
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/health`)))
  await new Promise((later) => setTimeout(later, 1500))
  if (!(await fetch(`${url}/api/health`)).ok) throw new Error('The server is not well')
  return asked
}

function line(what, is, right) {
  console.log(`${right ? 'ok   ' : 'WRONG'}  ${what.padEnd(38)} ${is}`)
  if (!right) process.exitCode = 1
}
