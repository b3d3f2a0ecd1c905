import { describe, expect, test } from 'vitest'
import { routes } from '#src/app.ts'
import { type BodyLimit, routeTable } from '#src/framework/router.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { type Actor, stageFor } from '../../support/app/access-actors.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { startDraft } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { signedIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'
import { policies, rightOf } from '../../support/browser/policies.ts'
import { answer, ask } from '../../support/requests.ts'

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const files = 'multipart/form-data; boundary=x'

/** Endless bodies: each begins with `start` and repeats `more` forever. */
type Worst = { name: string; type: string; start?: string; more: string; says: string }

const worst: Worst[] = [
  { name: 'pairs', type: form, more: 'a&', says: 'The form has too many fields' },
  { name: 'nothing but marks', type: form, more: '&', says: 'The form has too many fields' },
  { name: 'keys', type: json, start: '{', more: '"":0,', says: 'The request has too many values' },
  { name: 'a list', type: json, start: '[', more: '0,', says: 'The request has too many values' },
  { name: 'lists in lists', type: json, more: '[', says: 'The request has too many levels' },
  { name: 'objects', type: json, more: '{"a":', says: 'The request has too many levels' },
  {
    name: 'parts',
    type: files,
    more: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n',
    says: 'The form has too many parts',
  },
  {
    name: 'parts without a name',
    type: files,
    more: '--x\r\n\r\n\r\n',
    says: 'The form has too many parts',
  },
]

const takesNone = /logout$|email-link$/
const calls = routeTable(routes).flatMap(({ pattern, file, methods }) =>
  methods
    .filter((method) => method !== 'GET' && !takesNone.test(pattern))
    .map((method) => ({ call: `${method} ${pattern}`, method, pattern, file })),
)

type Call = (typeof calls)[number]

const limitOf = ({ file }: Call): BodyLimit => file.body ?? bodyLimits.small

const isTaken = ({ pattern, file }: Call, { type }: Worst) => {
  if (type === json) return pattern.startsWith('/api/')
  if (type === files) return file.body?.files !== undefined
  // These two calls accept only files.
  return !pattern.startsWith('/api/') && !['/verify', '/admin/customers'].includes(pattern)
}

/** A body that never ends, in pieces of `size` bytes, and the number of pieces that the server has read. */
function endless({ start = '', more }: Pick<Worst, 'start' | 'more'>, size: number) {
  const text = new TextEncoder().encode(more.repeat(Math.ceil(size / more.length)))
  const sent = { pieces: 0 }
  const body = new ReadableStream({
    pull(controller) {
      const piece = text.subarray(0, Math.floor(size / more.length) * more.length)
      controller.enqueue(sent.pieces === 0 ? Buffer.concat([Buffer.from(start), piece]) : piece)
      sent.pieces += 1
    },
  })
  return { body, sent }
}

function send(browser: Browser, { method, pattern }: Call, id: string, init: RequestInit) {
  const path = pattern
    .replace(':section', 'buyer')
    .replace(':kind', 'receipt')
    .replace(':account', '1')
    .replace(':id', id)
  return browser.send(path, { method, duplex: 'half', ...init } as RequestInit)
}

/** Returns the caller for whom the server reads the body of a call. */
function callerOf({ call }: Call): Actor {
  const policy = policies[call] ?? 'anybody'
  if (policy === 'holder') return 'holder of the draft'
  if (policy === 'half admin') return 'admin before the second factor'
  if (policy.startsWith('customer')) return 'the customer'
  return rightOf(policy) ? 'administrator' : 'stranger'
}

const callers = [...new Set(calls.map(callerOf))]

test.each(callers)('refuses the worst body of each call while it arrives: %s', async (caller) => {
  const { app, id, browser } = await stageFor(
    caller,
    caller === 'holder of the draft' ? 'draft' : 'submitted',
  )
  const before = JSON.stringify(app.dump().applications)
  const wrong: string[] = []
  for (const call of calls.filter((each) => callerOf(each) === caller)) {
    const bodies = worst.filter((each) => isTaken(call, each))
    if (bodies.length === 0) wrong.push(`${call.call} has no worst body`)
    for (const each of bodies) {
      const { body, sent } = endless(each, 2000)
      const headers = { 'content-type': each.type }
      const { status, text } = await send(browser, call, id, { body, headers })
      // The body never ends, so the server cannot have parsed it.
      if (status !== 400 || !text.includes(each.says) || sent.pieces > 4)
        wrong.push(`${call.call}, ${each.name}: ${status} after ${sent.pieces} pieces`)
    }
  }
  expect(wrong).toEqual([])
  expect(JSON.stringify(app.dump().applications)).toBe(before)
  expect(app.logged().filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

const guarded = calls.filter((call) => callerOf(call) !== 'stranger')

test.each(['stranger', 'forged cookies'] as const)(
  'drops a body that the caller may not send unread, and answers at once: %s',
  async (actor) => {
    const { id, browser } = await stageFor(actor, 'submitted')
    const size = 64 * 1024
    const wrong: string[] = []
    for (const call of guarded)
      for (const each of worst.filter(({ name }) => ['pairs', 'keys', 'parts'].includes(name))) {
        const { body, sent } = endless(each, size)
        const headers = { 'content-type': each.type }
        const { status } = await send(browser, call, id, { body, headers })
        const limit = limitOf(call)
        const most = each.type === files ? (limit.files ?? limit.bytes) : limit.bytes
        const isDropped = sent.pieces <= most / (size - 100) + 3
        if (![401, 404].includes(status) || !isDropped)
          wrong.push(`${call.call}, ${each.name}: ${status} after ${sent.pieces} pieces`)
      }
    expect(guarded.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  },
)

test('answers a browser without a session once all of its form has arrived', async () => {
  const { browser } = await stageFor('stranger', 'submitted')
  for (const path of ['/client-portal', '/admin/account']) {
    let left = 5
    const body = new ReadableStream({
      pull(controller) {
        if (left === 0) return controller.close()
        left -= 1
        controller.enqueue(new Uint8Array(60_000).fill(0x61))
      },
    })
    const init = { method: 'POST', body, headers: { 'content-type': form }, duplex: 'half' }
    const { status, text } = await browser.send(path, init as RequestInit)
    expect([path, status, left]).toEqual([path, 401, 0])
    expect(text).toContain('Your session has ended')
  }
})

describe('a network that sends many bodies over a bound', () => {
  const flood = (browser: Browser) =>
    browser.send('/client-form', {
      method: 'POST',
      body: 'a&'.repeat(1000),
      headers: { 'content-type': form },
    })
  const begin = (browser: Browser) => browser.postForm('/client-form', { ...answers[4], step: 'x' })

  test('ignores a network that sends many bodies over the limit for a while, but not its people’s sign-ins', async () => {
    const app = testApp({ limitFactor: 0.05 })
    const browser = app.browser('192.0.2.5')
    const honest = (await begin(browser)).status
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) statuses.push((await flood(browser)).status)
    expect(statuses).toEqual([400, 400, 400, 429])
    const refused = await begin(browser)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    for (const init of [
      { body: '{}', headers: { 'content-type': json } },
      { body: '[', headers: { 'content-type': json } },
    ])
      expect((await browser.send('/api/applications', { method: 'POST', ...init })).status).toBe(
        429,
      )
    const check = { body: '--x--\r\n', headers: { 'content-type': files } }
    expect((await browser.send('/verify', { method: 'POST', ...check })).status).toBe(429)
    const [one, other] = ['one', 'other'].map((name) => ({
      email: `${name}@example.com`,
      password: 'of nobody',
    }))
    expect((await browser.post('/api/client/login', one)).status).toBe(401)
    expect((await browser.postForm('/client-login', other ?? {})).status).toBe(401)
    expect((await begin(app.browser('198.51.100.7'))).status).toBe(honest)
  })

  test.each([
    ['of too many cells', ','.repeat(300)],
    ['without a heading', 'a,b\n1,2'],
  ])('ignores a network for a while that sends lists of customers %s', async (_, list) => {
    const app = testApp({ limitFactor: 0.05 })
    const admin = await adminBrowser(app)
    const check = async () => {
      const body = new FormData()
      body.append('action', 'check')
      body.append('file', new Blob([list]), 'customers.csv')
      return (await admin.send('/admin/customers', { method: 'POST', body })).status
    }
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) statuses.push(await check())
    expect(statuses).toEqual([400, 400, 400, 429])
  })

  test('never ignores a network that sends honest bodies', async () => {
    const app = testApp({ limitFactor: 0.05 })
    const browser = app.browser()
    const statuses = new Set<number>()
    for (let count = 0; count < 6; count += 1) statuses.add((await begin(browser)).status)
    expect(statuses).not.toContain(429)
  })
})

describe('an honest long text is taken:', () => {
  const marks = 'Terms, & "more": [a], {b}; 100 % + = , '

  test('accepts a registration of fifty directors with every field filled', async () => {
    const directors = Array.from({ length: 50 }, (_, at) => ({
      name: `Ann, "the ${at}" & Söns`,
      position: `Head of [x], {y}: a+b; ${at}`,
    }))
    const browser = testApp().browser()
    const rows = directors.flatMap(({ name, position }, at) => [
      [`directors[${at}].name`, name],
      [`directors[${at}].position`, position],
    ])
    const { status, text } = await browser.postForm('/client-form', {
      ...{ ...answers[1], ...answers[3], ...answers[4], ...answers[5], poMandatory: 'yes' },
      ...Object.fromEntries(rows),
      ...{ draft: '', draftVersion: '0', termsVersion: '2026-11', section: '5', sameBuyer: 'on' },
      step: 'read-back',
    } as Record<string, string | string[]>)
    expect(status).toBe(200)
    expect(text).toContain('the 49')
    const id = await startDraft(browser)
    const save = {
      ...answers,
      2: { directors },
      status: 'draft',
      currentSection: 5,
      unfinished: true,
    }
    expect((await browser.put(`/api/applications/${id}`, save)).status).toBe(200)
    expect((await browser.post(`/api/applications/${id}/directors`, { directors })).status).toBe(
      200,
    )
    const text50 = JSON.stringify({ 1: { businessAddress: marks.repeat(20) }, unfinished: true })
    const headers = { 'content-type': json }
    const init = { method: 'PUT', body: `\ufeff${text50}`, headers }
    expect((await browser.send(`/api/applications/${id}`, init)).status).toBe(200)
  })

  test.each([marks, '条款与，'])('accepts terms of 60,000 characters like %s', async (words) => {
    const browser = await adminBrowser(testApp())
    const clause = words.repeat(800).slice(0, 2900)
    const termsText = Array.from({ length: 20 }, () => `# Part\n\n${clause}`).join('\n\n')
    const path = '/admin/company/terms'
    const { status } = await browser.postForm(path, { action: 'preview', termsText })
    expect(status).toBe(200)
  })

  test('accepts an answer of 2,000 characters with five files', async () => {
    const app = testApp()
    const { browser, id } = await signedIn(app)
    await ask(await adminBrowser(app), id, 'Please send your accounts')
    const pdfs = Array.from(
      { length: 5 },
      (_, at) => new File(['%PDF-1.7\nx\n%%EOF\n'], `${at}.pdf`),
    )
    const sent = await answer(browser, { application: id, answer: marks.repeat(50), files: pdfs })
    expect(sent.status).toBe(303)
  })
})
