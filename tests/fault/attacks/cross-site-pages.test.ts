import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser as Chromium } from 'playwright'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { routes } from '#src/app.ts'
import { routeTable } from '#src/framework/router.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { sharedBrowser } from '../../support/browser/chromium.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { figures } from '../support/rounds.ts'
import { serverProcess } from '../support/server-process.ts'
import { submitQuietly } from '../support/submit-quietly.ts'

let chromium: Chromium
beforeAll(async () => {
  chromium = await sharedBrowser()
})

/** A browser says for all of them where they come from; each target gets one. */
const encodings = [
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
] as const

test('a page of another site cannot write, whatever it posts, with a browser that is signed in to everything', {
  timeout: 120_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const owner = app.browser()
  const draft = await fillDraft(owner, { mainEmail: 'cross-draft@example.com' })
  const sent = await submitQuietly(app, app.browser(), { mainEmail: 'cross-sent@example.com' })
  const admin = await adminBrowser(app)
  const customer = clientBrowser(app, sent)
  const context = await chromium.newContext()
  for (const who of [owner, admin, customer])
    await context.addCookies(
      [...who.cookies].map(([name, value]) => ({ name, value, url: server.url })),
    )
  const targets = routeTable(routes).flatMap(({ pattern, methods }) =>
    methods
      .filter((method) => method !== 'GET')
      .map((method) => ({
        method,
        path: pattern
          .replace(':section', 'buyer')
          .replace(':id', pattern.endsWith('directors') ? draft : sent),
      })),
  )
  const before = app.dump()
  let posts = 0
  let fetches = 0
  let framed = 0
  const forms = targets
    .filter(({ method }) => method === 'POST')
    .map(({ path }, at) => ({
      encoding: encodings[at % encodings.length] ?? '',
      url: server.url + path,
    }))
  const calls = targets.map(({ method, path }) => ({ method, url: server.url + path }))
  // the same machine under its other name and another port, so that the browser sends along whatever it would
  for (const host of ['127.0.0.1', 'localhost']) {
    const origin = `http://${host}:${await foreignSite()}`
    const page = await context.newPage()
    await page.goto(origin)
    fetches += await page.evaluate(fetchAll, calls)
    posts += await page.evaluate(postForms, forms)
    await page.evaluate(addFrame, `${server.url}/client-form`)
    // a refused frame stands at an address of the browser's own
    framed += page
      .frames()
      .filter((frame) => frame.url().startsWith(`${server.url}/client-form`)).length
    await page.close()
  }
  const changed = changedTables(before, app.dump())
  figures('cross-site', {
    routes: targets.length,
    'form posts': posts,
    'script calls': fetches,
    'tables changed': changed.length,
    'pages framed': framed,
  })
  expect(changed).toEqual([])
  expect(framed).toBe(0)
  // the same browser is signed in: the page's own origin does get in
  const own = await context.newPage()
  const me = await own.goto(`${server.url}/api/admin/me`)
  expect(me?.status()).toBe(200)
  await context.close()
})

/** Another site: any page, with nothing in it. */
async function foreignSite(): Promise<number> {
  const site = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html')
    answer.end('<!doctype html><title>Another site</title><body>')
  }).listen(0)
  onTestFinished(() => void site.close())
  await new Promise((ready) => site.once('listening', ready))
  return (site.address() as AddressInfo).port
}

/** In the browser: posts forms into a frame, as a page can without asking anybody; returns how many were answered. */
async function postForms(forms: { encoding: string; url: string }[]): Promise<number> {
  const fields = {
    buyerName: 'Forged',
    customerCode: 'F-1',
    reason: 'x',
    username: 'x',
    step: 'submit',
    '{"buyerName":"Forged","x":"': '"}',
  }
  const frame = document.createElement('iframe')
  frame.name = 'target'
  document.body.append(frame)
  for (const { encoding, url } of forms) {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: url, enctype: encoding, target: frame.name })
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      Object.assign(input, { name, value })
      form.append(input)
    }
    document.body.append(form)
    const answered = new Promise((loaded) => frame.addEventListener('load', loaded))
    form.submit()
    await answered
  }
  return forms.length
}

/** In the browser: calls with credentials, as JSON, as plain text and without a body; returns how many. */
async function fetchAll(targets: { method: string; url: string }[]): Promise<number> {
  const body = JSON.stringify({ buyerName: 'Forged', customerCode: 'F-1', directors: [] })
  const calls: RequestInit[] = [
    { headers: { 'content-type': 'application/json' }, body },
    { headers: { 'content-type': 'text/plain' }, body, mode: 'no-cors' },
    { mode: 'no-cors' },
  ]
  for (const { method, url } of targets)
    for (const call of calls)
      await fetch(url, { method, credentials: 'include', ...call }).catch(() => null)
  return targets.length * calls.length
}

/** In the browser: puts a page into a frame of this one and waits until something stands there. */
async function addFrame(url: string) {
  const frame = document.createElement('iframe')
  frame.src = url
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
}

/** What the server writes by itself, with the time: each minute, and some seconds after the start. */
const itsOwn = ['clock', 'history-check']

/** Each table's rows as text, but for the times that every visit or hour writes. */
const comparable = (stored: Record<string, unknown[]>): [table: string, rows: string][] =>
  Object.entries(stored).map(([table, rows]) => [
    table,
    JSON.stringify(
      rows.filter((row) => !itsOwn.includes(String((row as { name?: unknown }).name))),
      (name, value) => (name === 'last_seen_at' ? null : value),
    ),
  ])

function changedTables(before: Record<string, unknown[]>, after: Record<string, unknown[]>) {
  const was = new Map(comparable(before))
  return comparable(after).flatMap(([table, rows]) => (was.get(table) === rows ? [] : [table]))
}
