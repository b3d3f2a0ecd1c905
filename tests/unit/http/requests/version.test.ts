import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { HonoEnv } from '#src/http/context.ts'
import { errorResponse } from '#src/http/errors.ts'
import { expectedVersion, tagAnswer } from '#src/http/requests/record-request.ts'

const id = 'AAAA-BBBB-CCCC'
const app = new Hono<HonoEnv>()
  .get('/tag', (c) => {
    tagAnswer(c, { id, version: 7 })
    return c.text('')
  })
  .get('/expected', (c) => c.json({ expected: expectedVersion(c, id) }))
app.onError((error, c) => errorResponse(c, error))

/** The version that a request names, or the status that refuses it. */
async function expected(ifMatch?: string) {
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  const response = await app.request('/expected', { headers })
  return response.status === 200 ? (await response.json()).expected : response.status
}

test('names the record and its version in a response, and accepts both in a request', async () => {
  const tag = (await app.request('/tag')).headers.get('etag') ?? ''
  expect(tag).toBe('"AAAA-BBBB-CCCC.v7"')
  expect(await expected(tag)).toBe(7)
})

test.each([
  ['"v7"', 7],
  ['W/"v12"', 12],
  ['W/"AAAA-BBBB-CCCC.v12"', 12],
  [' "v7" ', 7],
  ['*', null],
  ['', null],
  [undefined, null],
])('reads If-Match: %s as version %s', async (given, version) => {
  expect(await expected(given)).toBe(version)
})

test.each(['"AAAA-BBBB-DDDD.v7"', '"7"', '"v7x"', 'v7', '"v7", "v8"'])(
  'answers If-Match: %s with 412',
  async (given) => {
    expect(await expected(given)).toBe(412)
  },
)
