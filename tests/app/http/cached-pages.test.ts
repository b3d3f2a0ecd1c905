import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mintDraftLink } from '#src/domain/applications/draft-links.ts'
import { countedAnswers } from '#src/http/middleware/counted-answers.ts'
import { answerer } from '#src/listen.ts'
import { fillDraft } from '../../support/applicants.ts'
import { testApp } from '../../support/test-app.ts'

describe('what comes over the wire is what the app answers', () => {
  test.each<[string, string, Record<string, string>, string?]>([
    ['the landing page', '/', { 'accept-encoding': 'gzip, br' }],
    ['the landing page with a query', '/?from=letter', { 'accept-encoding': 'gzip' }],
    ['the terms', '/terms-conditions', {}],
    ['the form', '/client-form', { 'accept-encoding': 'br' }],
    ['the form for who may have a draft', '/client-form', { cookie: 'draft=unknown' }],
    ['the form at a section', '/client-form?section=3', {}],
    ['the form by an address with escapes', '/client%2Dform', {}],
    ['the form by an address with dots', '/assets/../client-form', {}],
    ['the sign-in', '/client-login', { cookie: 'other=1' }],
    ['the sign-in for who may be signed in', '/client-login', { cookie: '__Host-client=unknown' }],
    ['the sign-in with a word', '/client-login?said=signed-out', {}],
    ['the sign-in of the back office', '/admin', { cookie: 'admin=unknown' }],
    ['an address that is nobody’s', '/wp-login.php', { 'accept-encoding': 'br' }],
    ['an address that is nobody’s with escapes', '/%F0%9F%92%A9', {}],
    ['an unknown call', '/api/nowhere', {}],
    ['a look without a body', '/', { 'accept-encoding': 'br' }, 'HEAD'],
    ['a post to a page', '/terms-conditions', {}, 'POST'],
    ['a post to nobody', '/wp-login.php', {}, 'POST'],
  ])('%s', async (_, path, headers, method = 'GET') => {
    const { house, ask } = await served()
    // the second time it may lie ready
    for (const time of ['first', 'second']) {
      const wire = await ask(path, headers, method)
      const app = await house.request(path, { method, headers: { host: wire.host, ...headers } })
      const body = Buffer.from(await app.arrayBuffer())
      expect(wire.status, time).toBe(app.status)
      expect(wire.headers, time).toEqual(comparable(Object.fromEntries(app.headers)))
      expect(wire.body.equals(body), time).toBe(true)
    }
  })

  test('a HEAD tells a hidden path from an unknown one neither by its headers nor by their order', async () => {
    const { ask } = await served({ ADMIN_NETWORKS: '192.0.2.0/24' })
    const answers = []
    for (const path of ['/nothing', '/nothing', '/admin']) {
      const { rawHeaders } = await ask(path, {}, 'HEAD')
      answers.push(rawHeaders.filter((_, at) => at % 2 === 0))
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('a browser that has the page already gets its headers only', async () => {
    const { ask } = await served()
    const { headers } = await ask('/')
    const again = await ask('/', { 'if-none-match': headers.etag ?? '' })
    const { 'content-length': _, 'content-encoding': __, ...same } = headers
    expect([again.status, again.body.length, again.headers]).toEqual([304, 0, same])
  })

  test('a page that lies ready leaves no line in the log, but is counted by its address', async () => {
    const { house, ask, tell } = await served()
    for (const path of ['/', '/', '/', '/nowhere', '/elsewhere', '/wp-login.php']) await ask(path)
    expect(house.logged().length).toBe(2)
    tell()
    tell()
    const lines = house.logged().slice(2)
    expect(lines.map((line) => JSON.parse(line).answers)).toEqual([{ '/': 2, 'not found': 2 }])
  })

  test.each(['draft=', 'draft =', '\tdraft\t=', 'other=1;draft = '])(
    'a draft that is asked for with "%s" is kept for nobody else',
    async (begin) => {
      const { house, ask } = await served()
      const browser = house.browser()
      await fillDraft(browser, { businessName: 'Made For One Ltd' })
      const cookie = begin + browser.cookies.get('draft')
      for (const time of ['first', 'second']) {
        await ask('/client-form', { cookie })
        expect((await ask('/client-form')).body.toString(), time).not.toContain('Made For One')
      }
    },
  )

  test('the sign-in after a sign-out is given to one visitor and not to the next', async () => {
    const { ask } = await served()
    for (const time of ['first', 'second']) {
      const signedOut = await ask('/client-login?said=signed-out')
      expect(signedOut.body.toString(), time).toContain('Logged out')
      expect((await ask('/client-login')).body.toString(), time).not.toContain('Logged out')
    }
  })

  test.each(['resume', 'delete'] as const)(
    'the page of a link that may %s a draft is given to one visitor and not to the next',
    async (purpose) => {
      const { house, ask } = await served()
      const mainEmail = 'jo@example.com'
      const id = await fillDraft(house.browser(), { mainEmail })
      const token = String(mintDraftLink(house.deps, id, mainEmail, purpose))
      const query = `${purpose === 'delete' ? 'discard' : 'resume'}=${token}`
      for (const time of ['first', 'second']) {
        expect((await ask(`/client-form?${query}`)).body.toString(), time).toContain(token)
        expect((await ask('/client-form')).body.toString(), time).not.toContain(token)
      }
    },
  )

  test('a page that lies ready is not given under the name of another site', async () => {
    const { ask } = await served()
    for (const path of ['/', '/nothing']) {
      await ask(path)
      expect((await ask(path, { host: 'rebind.evil.example' })).status).toBe(421)
    }
  })

  test('who has a draft gets it, although the empty form lies ready', async () => {
    const { ask } = await served()
    const empty = await ask('/client-form')
    const own = await ask('/client-form', { cookie: 'draft=unknown' })
    expect([empty.headers['cache-control'], own.headers['cache-control']]).toEqual([
      'no-cache',
      'no-store',
    ])
  })
})

type Wire = {
  status: number
  headers: Record<string, string>
  rawHeaders: string[]
  body: Buffer
  host: string
}

/** The house on a port of loopback, as the server has it. */
async function served(env: Record<string, string> = {}) {
  const house = testApp({ env })
  const { count, tell } = countedAnswers(house.deps.log)
  const server = createServer(answerer(house.hono, count))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Wire>((resolve, reject) => {
      const asked = request({ port, path, method, headers, agent: false }, async (answer) => {
        const body = Buffer.concat(await answer.toArray())
        resolve({
          status: answer.statusCode ?? 0,
          headers: headersOf(answer),
          rawHeaders: answer.rawHeaders,
          body,
          host: `127.0.0.1:${port}`,
        })
      })
      asked.on('error', reject).end()
    })
  return { house, ask, tell }
}

const headersOf = ({ headers }: IncomingMessage) =>
  comparable(
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
  )

/** Without what belongs to the connection, or to the one request. */
function comparable(headers: Record<string, string>) {
  const own = [
    'date',
    'connection',
    'keep-alive',
    'transfer-encoding',
    'x-request-id',
    'content-length',
  ]
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))
}
