import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase } from '../../../db/open.ts'
import type { Deps } from '../../../src/deps.ts'
import { findApplication } from '../../../src/domain/applications/application.ts'
import { startClientSession } from '../../../src/domain/clients/client-sessions.ts'
import { clientByApplication } from '../../../src/domain/clients/clients.ts'
import { createApiKey } from '../../../src/domain/integrations/api-keys.ts'
import { openAdminSession } from '../../../src/domain/staff/admin-sessions.ts'
import { createAdmin } from '../../../src/domain/staff/admins.ts'
import { columns } from '../../../src/forms/customers/customers.ts'
import { fieldNames, fields } from '../../../src/forms/fields/fields.ts'
import { toDataUri } from '../../../src/security/png.ts'
import { hashToken } from '../../../src/security/tokens.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { noise } from '../../support/pdf/signatures.ts'
import { benchAdmin, benchDeps, copiedFolder, type Draft, fullDraft, submitDraft } from './data.ts'
import { type Measure, median, rounds } from './measures.ts'
import { type Served, serve } from './servers.ts'

const applications = 20_000

type Call = {
  path: string
  method?: string
  cookie?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | FormData
}

/**
 * What one call does to everybody else, each fed the most that it takes, on 20,000 applications: the longest stretch of
 * processor time for which the main loop serves nobody else, and the slowest answer that somebody else gets meanwhile.
 * Each
 * call has its line on standard error. BENCH_CALLS names the calls by a part of their names.
 */
export async function measureStretches(): Promise<Measure[]> {
  const { folder, calls, remove } = await worstFolder()
  const gapFile = join(folder, 'loop-gap')
  const server = await serve(folder, {
    program: ['--import', resolve('tests/lab/bench/loop-gap.ts'), builtServer],
    core: 'all',
    env: { LOOP_GAP_FILE: gapFile },
  })
  const figures: { name: string; stretch: number; gap: number; other: number; status: number }[] =
    []
  for (const [name, callOf] of Object.entries(calls)) {
    if (!name.includes(process.env.BENCH_CALLS ?? '')) continue
    const all: Awaited<ReturnType<typeof worstOf>>[] = []
    for (let round = 0; round < rounds; round++)
      all.push(await worstOf(server, gapFile, callOf(round)))
    const mid = (figure: 'stretch' | 'gap' | 'other') => median(all.map((one) => one[figure]))
    const status = all.at(-1)?.status ?? 0
    figures.push({ name, stretch: mid('stretch'), gap: mid('gap'), other: mid('other'), status })
    const shown = [mid('stretch'), mid('other')].map((ms) => `${ms.toFixed(0)} ms`.padStart(8))
    console.error(`${shown.join('')}  ${status} ${name}`)
  }
  await server.stop()
  remove()
  const longest = figures.toSorted((one, other) => other.stretch - one.stretch)[0]
  const slowest = figures.toSorted((one, other) => other.other - one.other)[0]
  return [
    {
      what: `main loop, longest stretch of processor time for one call of ${figures.length}`,
      value: longest?.stretch ?? Number.NaN,
      unit: 'ms',
      goal: { atMost: 50 },
      beside: longest?.name ?? '',
    },
    {
      what: 'slowest answer that somebody else gets meanwhile',
      value: slowest?.other ?? Number.NaN,
      unit: 'ms',
      beside: slowest?.name ?? '',
    },
  ]
}

const builtServer = process.env.BENCH_SERVER ?? 'dist/server.js'

async function worstOf(server: Served, gapFile: string, call: Call) {
  await quiet(server, gapFile)
  let going = true
  let other = 0
  const others = (async () => {
    while (going) {
      const began = performance.now()
      await (await fetch(`${server.url}/api/health`)).arrayBuffer()
      other = Math.max(other, performance.now() - began)
    }
  })()
  const { path, body, cookie = '', method = body === undefined ? 'GET' : 'POST' } = call
  const status = await fetch(server.url + path, {
    method,
    body: body ?? null,
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
    headers: { cookie, origin: server.url, 'accept-encoding': 'br', ...call.headers },
  }).then(
    async (answer) => {
      for await (const _ of answer.body ?? []);
      return answer.status
    },
    () => 0,
  )
  // what follows the answer counts too: an event, a document, its seal
  await pause(call.path.includes('/api/applications/') && method === 'PUT' ? 1500 : 30)
  going = false
  await others
  return { ...(await loopGap(server, gapFile)), other, status }
}

async function quiet(server: Served, gapFile: string) {
  const deadline = performance.now() + 3000
  do {
    await loopGap(server, gapFile)
    await pause(20)
  } while ((await loopGap(server, gapFile)).stretch > 5 && performance.now() < deadline)
}

async function loopGap(
  { pid }: Served,
  gapFile: string,
): Promise<{ gap: number; stretch: number }> {
  rmSync(gapFile, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(gapFile) || !readFileSync(gapFile, 'utf8').endsWith('}')) await pause(1)
  return JSON.parse(readFileSync(gapFile, 'utf8'))
}

/** A folder of its own, with one record that holds much of everything, and every call with the most it takes. */
async function worstFolder() {
  const { folder, remove } = copiedFolder(applications)
  const deps = benchDeps(folder)
  const admin = await createAdmin(deps, { kind: 'system' }, benchAdmin)
  const session = openAdminSession(deps, admin.id, 'full')
  const actor = {
    kind: 'admin',
    id: admin.id,
    username: admin.username,
    role: 'administrator',
    sessionHash: hashToken(session),
  } as const
  const { key } = createApiKey(deps, actor, 'benchmark')
  const heavy = fullDraft(deps)
  submitDraft(deps, heavy)
  const client = clientByApplication(deps, findApplication(deps, heavy.id))
  if (!client) throw new Error('There is no account')
  const customer = `client=${startClientSession(deps, client.id)}`
  const drafts = Array.from({ length: rounds * 4 }, () => fullDraft(deps))
  growRecords(deps, heavy.id)
  const calls = callsOn({ heavy: heavy.id, drafts, customer, admin: `admin=${session}`, key })
  closeDatabase(deps.db)
  return { folder, remove, calls }
}

/** Long answers in many records, a record with a long history, and an agreed limit with each approval. */
function growRecords({ db: { sqlite } }: Deps, heavy: string) {
  const long = (letter: string, length: number) => `${letter.repeat(length - 2)} x`
  sqlite
    .prepare(
      `update applications set business_address = ?, invoice_address = ?, delivery_address = ?, special_instructions = ?,
       previous_address = ?, closing_reason = ? where seq > (select max(seq) from applications) - 1500`,
    )
    .run(...['é', 'ü', 'ß', 'ø', 'å'].map((letter) => long(letter, 1000)), long('r', 1000))
  sqlite
    .prepare(
      `insert into decision_records (application, credit_limit, payment_terms, review_date, remark, is_in_document)
       select seq, 5000, '30 days net', date('now', '-10 days'), ?, 1 from applications where status = 'approved'`,
    )
    .run(long('m', 1000))
  const seq = sqlite.prepare('select seq from applications where id = ?').pluck().get(heavy)
  const last = sqlite.prepare('select max(seq) from events').pluck().get() as number
  const event = sqlite.prepare(
    `insert into events (seq, at, actor_kind, actor, action, application, section, changes_hash, previous_hash, hash)
     values (?, ?, 'client', 'account 1', 'application amended', ?, 'business', ?, ?, ?)`,
  )
  const values = sqlite.prepare(
    "insert into event_changes (event, changes, salt) values (?, ?, 'salt')",
  )
  const note = sqlite.prepare(
    'insert into notes (application, admin, text, at) values (?, ?, ?, ?)',
  )
  const asked = sqlite.prepare(
    `insert into information_requests (application, text, asked_by, asked_at, answer, answered_at) values (?, ?, ?, ?, ?, ?)`,
  )
  const changes = JSON.stringify(
    ['businessAddress', 'invoiceAddress', 'deliveryAddress', 'specialInstructions'].map(
      (field) => ({
        field,
        before: long('b', 1000),
        after: long('a', 1000),
      }),
    ),
  )
  sqlite.transaction(() => {
    sqlite.pragma('foreign_keys = off')
    for (let at = 1; at <= 2000; at++) {
      event.run(last + at, Date.now(), heavy, 'x', String(at), String(at).padStart(64, '0'))
      values.run(last + at, changes)
    }
    for (let at = 0; at < 500; at++)
      note.run(heavy, benchAdmin.username, long('n', 4000), Date.now())
    for (let at = 0; at < 200; at++)
      asked.run(seq, long('q', 1000), benchAdmin.username, Date.now(), long('a', 4000), Date.now())
    const endpoint = sqlite.prepare(
      `insert into webhook_endpoints (id, address, events, secret_sealed, created_at, version)
       values (?, ?, '["application.approved"]', 'x', ?, 1)`,
    )
    const answer = sqlite.prepare(
      `insert into webhook_answers (endpoint, event, at, status, text) values (?, 'application.approved', ?, 500, ?)`,
    )
    for (let at = 0; at < 20; at++) {
      endpoint.run(`endpoint ${at}`, `https://erp.example.com/${at}`, Date.now())
      for (let count = 0; count < 200; count++)
        answer.run(`endpoint ${at}`, Date.now(), long('w', 1000))
    }
    // customers who were asked long ago and still have not answered
    sqlite.exec(
      `insert into information_requests (application, text, asked_by, asked_at)
       select seq, 'Which?', 'benchmark', submitted_at + 1000 from applications where status = 'submitted'`,
    )
  })()
}

type Folder = { heavy: string; drafts: Draft[]; customer: string; admin: string; key: string }

function callsOn({ heavy, drafts, customer, admin, key }: Folder) {
  const calls: Record<string, (round: number) => Call> = {}
  const get = (path: string, cookie = '', headers: Record<string, string> = {}) => {
    const who =
      cookie === admin
        ? 'staff'
        : cookie === customer
          ? 'customer'
          : headers.authorization
            ? 'key'
            : 'anybody'
    calls[`GET ${path.slice(0, 90)}, ${who}`] = () => ({ path, cookie, headers })
  }
  const bearer = { authorization: `Bearer ${key}` }
  const record = `/api/applications/${heavy}`
  for (const path of [
    '/',
    '/client-form',
    '/terms-conditions',
    '/accessibility',
    '/verify',
    '/success',
    '/client-login',
  ])
    get(path)
  get('/openapi.json')
  calls['GET /client-form, its draft'] = () => ({
    path: '/client-form',
    cookie: `draft=${drafts[0]?.token}`,
  })
  get('/terms-conditions?version=2026-11&since=2026-11')
  for (const path of [
    '/client-portal',
    '/api/client/me',
    '/api/client/application',
    '/api/client/directors',
    `${record}/pdf`,
  ])
    get(path, customer)
  const lists = [
    'draft',
    'submitted',
    'approved',
    'rejected',
    'recent',
    'waiting',
    'answered',
    'late',
    'proposed',
    'review-due',
    'closed',
  ]
  for (const status of ['', ...lists]) {
    get(`/admin/dashboard?status=${status}`, admin)
    get(`/api/applications?limit=1000&status=${status}`, admin)
  }
  get('/admin/dashboard?status=late&owner=nobody', admin)
  get('/api/applications?limit=1000', '', bearer)
  for (const search of [
    'limited',
    'li',
    'a',
    'example com',
    'limited a b',
    '%E9',
    'limited services office example metrology com',
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  ])
    for (const status of ['', 'late', 'rejected'])
      get(
        `/api/applications?limit=1000&search=${encodeURIComponent(search)}&status=${status}`,
        admin,
      )
  for (const query of [
    '',
    '?status=late',
    '?search=a',
    '?search=limited',
    '?status=submitted&order=oldest',
  ])
    get(`/api/applications/export${query}`, admin)
  for (const path of [
    '/api/analytics',
    '/api/applications/recent-updates',
    record,
    `${record}/directors`,
    `${record}/pdf`,
    `${record}/pdf?version=signed`,
  ])
    get(path, admin)
  for (const path of [
    record,
    `${record}/directors`,
    `${record}/pdf`,
    `${record}/pdf?version=signed`,
  ])
    get(path, '', bearer)
  get('/api/applications?limit=1000&search=limited', '', bearer)
  for (const path of [
    ...[
      `/admin/applications/${heavy}`,
      `/admin/applications/${heavy}?list=status%3Dlate`,
      '/admin/customers',
      '/admin/company',
      '/admin/company/terms',
    ],
    ...[
      '/admin/company/emails',
      '/admin/company/emails/receipt',
      '/admin/company/emails/receipt/preview',
      '/admin/integrations',
      '/admin/backups',
    ],
    ...[
      '/admin/privacy',
      '/admin/team',

      `/admin/team/${benchAdmin.username}`,
      '/admin/account',
      '/admin/email-settings',
    ],
  ])
    get(path, admin)

  const form = (values: Record<string, string>) => ({
    body: new URLSearchParams(values).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const json = (value: unknown) => ({
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  })
  for (const ledger of ['sage', 'xero'])
    calls[`POST /admin/customers/ledger, all for ${ledger}`] = () => ({
      path: '/admin/customers/ledger',
      cookie: admin,
      ...form({ ledger, again: 'yes' }),
    })
  calls['GET /admin/customers, after a ledger'] = () => ({
    path: '/admin/customers',
    cookie: admin,
  })
  calls['POST /admin/privacy, find'] = () => ({
    path: '/admin/privacy',
    cookie: admin,
    ...form({ action: 'find', who: heavy }),
  })
  calls['POST /admin/privacy, find nobody'] = () => ({
    path: '/admin/privacy',
    cookie: admin,
    ...form({ action: 'find', who: 'nobody@example.com' }),
  })
  calls['POST /admin/privacy, download'] = () => ({
    path: '/admin/privacy',
    cookie: admin,
    ...form({ action: 'download', who: heavy }),
  })
  const clauses = Array.from(
    { length: 499 },
    (_, at) => `clause ${at} ${'word '.repeat(19)}${at}`,
  ).join('\n\n')
  const other = Array.from(
    { length: 499 },
    (_, at) => `${at * 7} ${'ward '.repeat(20)}clause`,
  ).join('\n\n')
  for (const action of ['preview', 'differences'])
    calls[`POST /admin/company/terms, ${action}`] = (round) => ({
      path: '/admin/company/terms',
      cookie: admin,
      ...form({ action, termsText: `# A\n\n${round % 2 ? clauses : other}` }),
    })
  calls['POST /admin/company/terms, publish'] = () => ({
    path: '/admin/company/terms',
    cookie: admin,
    ...form({
      action: 'publish',
      termsText: `# A\n\n${clauses}`,
      inForceFrom: '2099-01-01',
      expected: '0.2026-11',
    }),
  })
  calls['POST /admin/customers, check of 10,000 rows'] = () => ({
    path: '/admin/customers',
    cookie: admin,
    body: customersForm(10_000, ''),
  })
  calls['POST /admin/customers, check of long rows'] = () => ({
    path: '/admin/customers',
    cookie: admin,
    body: customersForm(1_500, 'long'),
  })
  calls['POST /admin/customers, check of faulty rows'] = () => ({
    path: '/admin/customers',
    cookie: admin,
    body: customersForm(10_000, 'faulty'),
  })
  for (const [kind, logo] of Object.entries(logos))
    calls[`POST /admin/company, a logo as ${kind}`] = () => ({
      path: '/admin/company',
      cookie: admin,
      body: logoForm(logo),
    })
  calls['POST /verify, 10 MB'] = () => ({
    path: '/verify',
    body: fileForm('file', Buffer.alloc(9_900_000, '%PDF-1.7 stream /Sig Q'), 'a.pdf'),
  })
  calls['POST /admin, wrong long password'] = () => ({
    path: '/admin',
    ...form({ username: 'a'.repeat(60), password: 'é'.repeat(128) }),
  })
  calls['POST /client-login, wrong long password'] = () => ({
    path: '/client-login',
    ...form({ email: `${'a'.repeat(200)}@example.com`, password: 'é'.repeat(1500) }),
  })
  calls['POST /api/client/set-password, common'] = () => ({
    path: '/api/client/set-password',
    ...json({
      token: 'x',
      password: 'Password12345!'.repeat(9),
      confirmPassword: 'Password12345!'.repeat(9),
    }),
  })
  const longest = (round: number, part: string) => longSave(round, part)
  calls['POST /api/applications, longest answers'] = (round) => ({
    path: '/api/applications',
    ...json({ ...longest(round, 'draft'), status: 'draft' }),
  })
  calls['POST /client-form, longest answers'] = (round) => ({
    path: '/client-form',
    ...form(longForm(round)),
  })
  calls['PUT a last save, with its document'] = (round) => {
    const draft = drafts[round * 4 + 1]
    return {
      method: 'PUT',
      path: `/api/applications/${draft?.id}`,
      cookie: `draft=${draft?.token}`,
      ...json(
        finalSave({
          businessName: `Submit ${round} Ltd`,
          mainEmail: `submit-${round}@example.com`,
        }),
      ),
    }
  }
  calls['PUT a last save, longest answers, with its document'] = (round) => {
    const draft = drafts[round * 4 + 2]
    return {
      method: 'PUT',
      path: `/api/applications/${draft?.id}`,
      cookie: `draft=${draft?.token}`,
      ...json({ ...longest(round, 'submit'), status: 'submitted' }),
    }
  }
  calls['PATCH approve, with its document'] = (round) => {
    const draft = drafts[round * 4 + 2]
    return {
      method: 'PATCH',
      path: `/api/applications/${draft?.id}/approve`,
      cookie: admin,
      ...json({ customerCode: `WORST${round}`, signature: pad }),
    }
  }
  return calls
}

const pad = toDataUri(makePng(noise({ width: 1200, height: 400, colour: 0, depth: 1 }, false)))

function longSave(round: number, part: string) {
  const letters = 'éüßøå'
  const long = (name: keyof typeof fields, at: number) => {
    const { type } = fields[name]
    const letter = letters[at % letters.length] ?? 'x'
    if (type === 'line') return letter.repeat(200)
    if (type === 'area') return `${letter.repeat(30)}\n`.repeat(32)
    return undefined
  }
  const answers = Object.fromEntries(
    fieldNames.flatMap((name, at) => {
      const value = long(name, at)
      return value === undefined || name === 'businessEstablished' ? [] : [[name, value]]
    }),
  )
  const directors = Array.from({ length: 50 }, (_, at) => ({
    name: `${'ñ'.repeat(190)} ${at}`,
    position: 'p'.repeat(200),
  }))
  return finalSave({
    ...answers,
    directors,
    mainEmail: `${part}-${round}@example.com`,
    authSignature: pad,
    signerName: 'Ada Sample',
  })
}

function longForm(round: number): Record<string, string> {
  const save = longSave(round, 'form') as Record<string, Record<string, unknown>>
  const sections = Object.assign({}, save[1], save[3], save[4], save[5]) as Record<string, unknown>
  const texts = Object.entries(sections).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const directors = Array.from({ length: 50 }, (_, at) => [
    [`directors[${at}].name`, `${'ñ'.repeat(190)} ${at}`],
    [`directors[${at}].position`, 'p'.repeat(200)],
  ]).flat()
  return { ...Object.fromEntries([...texts, ...directors]), step: 'submit' }
}

/** A picture of many points, and a drawing of many lines, each near its 512 KB. */
const logos = {
  PNG: new Uint8Array(makePng(noise({ width: 640, height: 640, colour: 0, depth: 8 }, false))),
  SVG: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 999 999">${'<path d="M1 1L998 500L2 997z"/>'.repeat(15_000)}</svg>`,
  ),
}

function logoForm(logo: Uint8Array<ArrayBuffer>): FormData {
  const form = fileForm('logo', logo, 'logo')
  form.append('action', 'logo')
  return form
}

function fileForm(name: string, bytes: Uint8Array<ArrayBuffer>, file: string): FormData {
  const form = new FormData()
  form.append(name, new Blob([bytes]), file)
  return form
}

function customersForm(rows: number, kind: '' | 'long' | 'faulty'): FormData {
  const heading = columns.map(({ heading }) => `"${heading}"`).join(',')
  const lines = Array.from({ length: rows }, (_, at) =>
    columns
      .map(({ name }) => {
        if (name === 'customerCode') return `IMP${at}`
        if (name === 'mainEmail')
          return kind === 'faulty' ? 'not an address' : `import-${at}@example.com`
        if (name === 'businessName') return `Imported ${at} Ltd`
        if (name === 'coRegistration') return String(10_000_000 + at)
        if (name === 'directors')
          return kind === 'long'
            ? Array(50)
                .fill(`"${'d'.repeat(60)} (Director)`)
                .join('|')
                .replaceAll('"', '')
            : 'Ann Smith (Director) | Bo Jones'
        if (/Address|Instructions/i.test(name))
          return kind === 'long' ? `"${'é'.repeat(450)}"` : '"1 Sample Road\nSampleford"'
        return kind === 'faulty' && name !== 'businessTypes' ? 'x'.repeat(20) : ''
      })
      .join(','),
  )
  const form = fileForm('file', Buffer.from([heading, ...lines].join('\n')), 'customers.csv')
  form.append('action', 'check')
  return form
}
