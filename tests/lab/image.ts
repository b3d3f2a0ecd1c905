import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { applyByCalls } from '../support/calls.ts'

/**
 * `npm run image:check`: builds the Dockerfile with docker, podman or buildah and runs the image as its own user: apply,
 * submit, PDF, restart, data still there. The root is read-only but with buildah, which cannot make it so.
 */
const name = 'countersign-check'
const port = 3199
const url = `http://127.0.0.1:${port}`
const mostMegabytes = 120
/** What builds or tests the product, and never runs it. */
const forbidden =
  /(^|\/)(vite|vitest|typescript|playwright|@biomejs|g\+\+|gcc|make|python3|node-linux-(x64|arm64))$/
const tool = ['docker', 'podman', 'buildah'].find((each) => spawnSync(each, ['info']).status === 0)
if (!tool) {
  console.log('The image was not checked: neither docker, podman nor buildah runs here.')
  process.exit()
}
process.env.BUILDAH_ISOLATION ??= 'chroot'

const ask = (...words: string[]) => execFileSync(tool, words, { encoding: 'utf8' }).trim()
const volume = mkdtempSync(join(tmpdir(), 'countersign-image-'))
chownSync(volume, 1000, 1000)
const engine = tool === 'buildah' ? withBuildah() : withDaemon()
try {
  const build = tool === 'buildah' ? 'bud' : 'build'
  execFileSync(tool, [build, '--network', 'host', '-t', name, '.'], { stdio: 'inherit' })
  const [, base = ''] = /^ARG NODE_IMAGE=(\S+)/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  const more = Math.round(engine.megabytes(name) - engine.megabytes(base))
  line('layers on top of the base', `${more} MB of ${mostMegabytes}`, more <= mostMegabytes)

  await start()
  const listed = engine.run('sh', '-c', 'ls -d /usr/bin/* /app/node_modules/*').stdout
  const stray = listed.split('\n').filter((path) => forbidden.test(path))
  line('development packages and build tools', stray.join(' ') || 'none', stray.length === 0)
  const user = engine.run('id', '-u').stdout.trim()
  line('user', user, user !== '0')
  const writes = engine.run('touch', '/app/x').status === 0
  line('root file system', writes ? 'writable' : 'cannot be written to', !writes)
  const restic = engine.run('restic', 'version').stdout.trim()
  line('restic', restic.split(' compiled')[0] || 'missing', restic !== '')
  const { id, cookie } = await applyByCalls(url)
  line('application submitted', id, true)
  line('document', `${await openDocument(id, cookie)} bytes`, true)
  line('statements collected', `${await collect()} requests`, true)
  const began = performance.now()
  await engine.stop()
  const took = Math.round(performance.now() - began)
  line('stopped', `${took} ms`, took < 8000)
  await start()
  line('after the restart', `${await openDocument(id, cookie)} bytes`, true)
} finally {
  await engine.stop()
  engine.remove()
  rmSync(volume, { recursive: true, force: true })
}

async function start() {
  const began = performance.now()
  engine.start()
  while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) {
    if (performance.now() - began > 30_000) throw new Error('No answer within 30 s')
    await pause(100)
  }
  line('ready', `${Math.round(performance.now() - began)} ms`, true)
}

type Engine = {
  megabytes: (image: string) => number
  start: () => void
  /** Runs a command beside the server. */
  run: (...words: string[]) => { status: number | null; stdout: string }
  stop: () => Promise<void>
  remove: () => void
}

function withDaemon(): Engine {
  let container = ''
  return {
    megabytes: (image) => Number(ask('image', 'inspect', '-f', '{{.Size}}', image)) / 1e6,
    start() {
      const words = ['--read-only', '-p', `127.0.0.1:${port}:3000`, '-v', `${volume}:/data`]
      container = ask('run', '-d', ...words, name)
    },
    run: (...words) => spawnSync(tool ?? '', ['exec', container, ...words], { encoding: 'utf8' }),
    async stop() {
      if (container) ask('stop', '-t', '10', container)
      if (container) ask('rm', '-v', container)
      container = ''
    },
    remove() {},
  }
}

function withBuildah(): Engine {
  let container = ''
  let server: ChildProcess | null = null
  let pid = ''
  const run: Engine['run'] = (...words) =>
    spawnSync('buildah', ['run', container, '--', ...words], { encoding: 'utf8' })
  return {
    // "533 MB"
    megabytes: (image) => Number.parseFloat(ask('images', '--format', '{{.Size}}', image)),
    start() {
      // its volume stays until it is removed
      container ||= ask('from', name)
      const words = ['run', '--network', 'host', '-e', `PORT=${port}`, container, '--']
      const child = spawn('buildah', [...words, 'node', 'dist/server.js'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      child.stdout.on('data', (line) => {
        if (server === child) pid ||= /"pid":(\d+)/.exec(String(line))?.[1] ?? ''
      })
      server = child
    },
    run,
    async stop() {
      if (!server) return
      const ended = once(server, 'close')
      server = null
      // a signal to buildah would kill it at once
      run('node', '-e', `process.kill(${pid})`)
      pid = ''
      await Promise.race([ended, pause(10_000)])
    },
    remove() {
      if (container) ask('rm', container)
    },
  }
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
