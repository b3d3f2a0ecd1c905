/**
 * Runs sqlmap on every parameter of every route, with valid sessions. Words on the command line choose routes,
 * SQLMAP_ONLY fields; SQLMAP_LEVEL (3) and SQLMAP_RISK (2) are sqlmap's own. Prints what can be injected and every 5xx.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { policies } from '../support/browser/policies.ts'
import { givePassword, logged, openAccount, openDraft, serve, signIn, warden } from './served.mjs'
import { targets } from './sqlmap-targets.mjs'

const level = process.env.SQLMAP_LEVEL ?? '3'
const risk = process.env.SQLMAP_RISK ?? '2'
const only = process.env.SQLMAP_ONLY?.split(',')
const words = process.argv.slice(2)
/** Two at a time: one asks while the other thinks. */
const atOnce = 2

const folder = mkdtempSync(join(tmpdir(), 'countersign-sqlmap-'))
const server = await serve({
  SENDGRID_API_URL: 'http://127.0.0.1:9',
  MICROSOFT_LOGIN_URL: 'http://127.0.0.1:9',
  MICROSOFT_GRAPH_URL: 'http://127.0.0.1:9',
})

/** Stopped before the end, it says what it has seen until then. */
let stopped = false
const scanners = new Set()
process.once('SIGTERM', () => {
  stopped = true
  for (const scanner of scanners) scanner.kill()
})

try {
  const email = 'settled@example.com'
  const { id } = await openAccount(server, email)
  await givePassword(server, email)
  const draft = await openDraft(server, { buyerName: 'Sample' })
  const cookies = {
    admin: await signIn(server, '/api/admin/login', warden),
    client: await signIn(server, '/api/client/login', { email, password: warden.password }),
    applicant: draft.cookie,
  }
  const all = targets({ id, draft: draft.id })
  const chosen = all
    .filter(({ route }) => words.length === 0 || words.some((word) => route.includes(word)))
    .filter(({ json, form }) => !only || only.some((name) => name in { ...json, ...form }))
  const results = []
  const queue = chosen.entries()
  const work = async () => {
    for (const [at, target] of queue) {
      if (stopped) return
      const result = await scan(at, target, cookies)
      results.push(result)
      print(
        `${result.found.length ? 'INJECTABLE' : 'clean     '}  ${target.route}  (${result.tested} parameters)`,
      )
      for (const line of [...result.found, ...result.trouble]) print(`            ${line}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const sum = (of) => results.reduce((total, result) => total + of(result), 0)
  const routes = new Set(results.map(({ route }) => route)).size
  const requests = logged(server).filter(({ msg }) => msg === 'request')
  const failed = requests.filter(({ status }) => status >= 500)
  // a test mail that failed and a full server say so on purpose
  const declared = failed.filter(({ status }) => status === 502 || status === 503)
  print(
    `sqlmap: level ${level}, risk ${risk}, routes ${routes}, parameters ${sum(({ tested }) => tested)}, requests ${requests.length}, injectable ${sum(({ found }) => found.length)}, not scanned ${sum(({ trouble }) => trouble.length)}, 5xx ${failed.length - declared.length}, declared 502 and 503 ${declared.length}, alive ${server.alive()}`,
  )
  const calls = failed.map(({ status, method, route }) => `${status} ${method} ${route}`)
  for (const call of new Set(calls))
    print(`  ${call}: ${calls.filter((other) => other === call).length}`)
  const without = Object.keys(policies).filter((call) => !all.some(({ route }) => route === call))
  if (words.length === 0) print(`  routes that were not tried: ${without.join(', ')}`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Runs sqlmap on one target; returns how many parameters it tried, what it found, and what kept it from trying. */
async function scan(at, target, cookies) {
  const file = join(folder, `${at}.txt`)
  writeFileSync(file, requestOf(target, cookies))
  const safe = target.undo && join(folder, `${at}-undo.txt`)
  if (safe) writeFileSync(safe, requestOf({ ...target, ...target.undo, headers: {} }, cookies))
  const args = [
    ['-r', file, '--batch', '--ignore-stdin', '--flush-session', '--disable-coloring'],
    ['--dbms', 'sqlite', '--ignore-code', '*', '--output-dir', join(folder, String(at))],
    ['--level', level, '--risk', risk, '--threads', '4', '--drop-set-cookie'],
    target.everything ? [] : ['--skip', 'user-agent,referer,cookie,host'],
    safe ? ['--safe-req', safe, '--safe-freq', '1'] : [],
    only ? ['-p', only.join(',')] : [],
  ]
  const outs = [await run(args)]
  // what is called a token it leaves alone, unless it is told by name
  const left = [...outs[0].matchAll(/ignoring .*parameter '(?:JSON )?([^']+)'/g)].map(
    ([, name]) => name,
  )
  if (left.length > 0) outs.push(await run([...args.slice(0, 3), ['-p', left.join(',')]]))
  const ended = (out) => /do not appear to be injectable|injection point/.test(out)
  return {
    route: target.route,
    tested: outs.flatMap((out) => out.match(/parameter '.*' does not seem to be injectable/g) ?? [])
      .length,
    found: outs.flatMap((out) => out.match(/^Parameter: .*/gm) ?? []),
    trouble: outs
      .filter((out) => !ended(out))
      .map((out) => out.match(/\[(CRITICAL|ERROR)\].*/)?.[0] ?? 'sqlmap ended without a word'),
  }
}

function run(args) {
  return new Promise((resolve) => {
    const child = spawn('sqlmap', args.flat(), { stdio: ['ignore', 'pipe', 'pipe'] })
    scanners.add(child)
    let out = ''
    child.stdout.on('data', (part) => {
      out += part
    })
    child.on('error', ({ message }) => resolve(`[CRITICAL] ${message}`))
    child.on('close', () => {
      scanners.delete(child)
      resolve(out)
    })
  })
}

/** A request as a file that sqlmap reads. */
function requestOf({ route, path, who, json, form, headers = {} }, cookies) {
  const [method] = route.split(' ')
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded'
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(server.url).host}`,
    'User-Agent: Sample/1.0',
    'Referer: /sample',
    'Sec-Fetch-Site: same-origin',
    ...(who ? [`Cookie: ${cookies[who]}`] : []),
    ...(json || form ? [`Content-Type: ${type}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const body = json ? JSON.stringify(json) : form ? String(new URLSearchParams(form)) : ''
  const request = `${lines.join('\r\n')}\r\n\r\n${body}`
  return only ? request.replaceAll('*', '') : request
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
