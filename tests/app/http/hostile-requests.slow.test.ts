import { expect, test } from 'vitest'
import { stageFor } from '../../support/app/access-actors.ts'
import { answers } from '../../support/app/application-answers.ts'
import { policies } from '../../support/browser/policies.ts'

const nested = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`)
const values = [null, true, 1e308, [], { toString: 'x' }, ['a', ['b']], nested]
const texts = ['', '\0', '%', '1e999', '9999-99-99', 'x'.repeat(3000)]

/** Names that calls and forms read, and some that mean something to the language or a library. */
const names = [
  ...Object.values(answers).flatMap((section) => Object.keys(section)),
  ...'1 2 3 4 5 section step status version action search cursor limit owner order query'.split(
    ' ',
  ),
  ...'email password token username code customerCode reason creditLimit testEmail note'.split(' '),
  ...'smtpHost smtpPort smtpPassword fromEmail emailProvider file files resume address'.split(' '),
  ...'directors[0].name directors[4294967295].name __intent__ constructor toString'.split(' '),
]

const requests = [
  ...['null', '[1]', '"x"', '{', '{"__proto__":{"status":"submitted"}}'],
  ...[...values, ...texts].map((value) =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, value]))),
  ),
].map((body): [type: string, body: string] => ['application/json', body])
const queries = texts.map((text) =>
  new URLSearchParams(names.map((name) => [name, text.slice(0, 50)])).toString(),
)
requests.push(
  ...queries.map((body): [string, string] => ['application/x-www-form-urlencoded', body]),
  ['multipart/form-data; boundary=x', '--x\r\n\r\n'],
  ['multipart/form-data', 'x'],
)

const homes = {
  administrator: '/api/admin/me',
  'the customer': '/api/client/me',
  'holder of the draft': '/client-form?section=2',
}

test.each(['administrator', 'the customer', 'holder of the draft'] as const)(
  'fails no call, whatever is sent by: %s',
  async (actor) => {
    const state = actor === 'holder of the draft' ? 'draft' : 'submitted'
    const { app, id, browser } = await stageFor(actor, state)
    const faults: string[] = []
    for (const call of Object.keys(policies).filter((call) => !call.endsWith('/logout'))) {
      const [method = '', pattern = ''] = call.split(' ')
      const path = pattern.replace(':id', id).replace(':section', 'buyer').replace(/:\w+/, '1')
      const inits: [string, RequestInit][] =
        method === 'GET'
          ? queries.map((query) => [`${path}?${query}`, {}])
          : requests.map(([type, body]) => [
              path,
              { method, body, headers: { 'content-type': type } },
            ])
      for (const [address, init] of inits) {
        const { status, text } = await browser.send(address, init)
        if (status >= 500)
          faults.push(`${status} ${call} ${String(init.body).slice(0, 80)} ${text}`)
      }
    }
    expect(faults).toEqual([])
    // The browser is still signed in, so nothing above was refused for lack of a session.
    expect((await browser.get(homes[actor])).status).toBe(200)
    expect(app.logged().filter((line) => /"level":(50|60)/.test(line))).toEqual([])
  },
)
