import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { applyByCalls } from '../support/calls.ts'

/**
 * `npm run lab -- image`: builds the Dockerfile with docker or podman and runs the image as its own user on a read-only
 * root: apply, submit, PDF, restart, data still there.
 */
const name = 'countersign-check'
const url = 'http://127.0.0.1:3199'
const mostMegabytes = 120
/** What builds or tests the product, and never runs it. */
const forbidden =
  /(^|\/)(vite|vitest|typescript|playwright|@biomejs|g\+\+|gcc|make|python3|node-linux-(x64|arm64))$/
const tool = ['docker', 'podman'].find((each) => spawnSync(each, ['info']).status === 0)
if (!tool) throw new Error('Neither docker nor podman runs here')

const ask = (...words: string[]) => execFileSync(tool, words, { encoding: 'utf8' }).trim()
const size = (image: string) =>
  Math.round(Number(ask('image', 'inspect', '-f', '{{.Size}}', image)) / 1e6)

const volume = mkdtempSync(join(tmpdir(), 'countersign-image-'))
chownSync(volume, 1000, 1000)
let container = ''
try {
  execFileSync(tool, ['build', '--network', 'host', '-t', name, '.'], { stdio: 'inherit' })
  const base = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm)].at(-1)?.[1] ?? ''
  const more = size(name) - size(base)
  line('layers on top of the base', `${more} MB of ${mostMegabytes}`, more <= mostMegabytes)
  const listed = ask('run', '--rm', name, 'sh', '-c', 'ls -d /usr/bin/* /app/node_modules/*')
  const stray = listed.split('\n').filter((path) => forbidden.test(path))
  line('development packages and build tools', stray.join(' ') || 'none', stray.length === 0)

  await start()
  const user = ask('exec', container, 'id', '-u')
  line('user', user, user !== '0')
  const writes = spawnSync(tool, ['exec', container, 'touch', '/app/x']).status === 0
  line('root file system', writes ? 'writable' : 'read-only', !writes)
  const { id, cookie } = await applyByCalls(url)
  line('application submitted', id, true)
  line('document', `${await openDocument(id, cookie)} bytes`, true)
  line('statements collected', `${await collect()} requests`, true)
  const began = performance.now()
  stop()
  const took = Math.round(performance.now() - began)
  line('stopped', `${took} ms`, took < 8000)
  await start()
  line('after the restart', `${await openDocument(id, cookie)} bytes`, true)
} finally {
  stop()
  rmSync(volume, { recursive: true, force: true })
}

async function start() {
  const began = performance.now()
  const words = ['--read-only', '-p', '127.0.0.1:3199:3000', '-v', `${volume}:/data`]
  container = ask('run', '-d', ...words, name)
  while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) {
    if (performance.now() - began > 30_000) throw new Error('No answer within 30 s')
    await pause(100)
  }
  line('ready', `${Math.round(performance.now() - began)} ms`, true)
}

function stop() {
  if (container) ask('stop', '-t', '10', container)
  if (container) ask('rm', '-v', container)
  container = ''
}

/** Opens the document of an application, once it is made; returns its size in bytes. */
async function openDocument(id: string, cookie: string): Promise<number> {
  const answer = await fetch(`${url}/api/applications/${id}/pdf`, { headers: { cookie } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200 || bytes.toString('latin1', 0, 5) !== '%PDF-')
    throw new Error(`The document answered ${answer.status}`)
  return bytes.length
}

/** Leaves thousands of finished statements to the collector, then idles: a driver built wrongly aborts the process here. */
async function collect(): Promise<number> {
  let asked = 0
  for (; asked < 6000; asked += 20)
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/health`)))
  await pause(1500)
  if (!(await fetch(`${url}/api/health`)).ok) throw new Error('The server is not well')
  return asked
}

function line(what: string, is: string, right: boolean) {
  console.log(`${right ? 'ok   ' : 'WRONG'}  ${what.padEnd(38)} ${is}`)
  if (!right) process.exitCode = 1
}
