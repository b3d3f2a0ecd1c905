import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { HonoEnv } from '#src/http/context.ts'
import { describeError } from '#src/http/errors.ts'
import { sameOriginWrites } from '#src/http/middleware/origin.ts'
import { envOf } from '../../support/env.ts'

/** The status of a request to an app whose address is `appUrl`. */
async function status(
  headers: Record<string, string>,
  method = 'POST',
  appUrl = 'https://a.example.com',
) {
  const app = new Hono<HonoEnv>()
  const log = pino({ level: 'silent' })
  app.use(sameOriginWrites({ env: envOf({ APP_URL: appUrl }), log }))
  app.all('/', (c) => c.text('done'))
  app.onError((error, c) => c.text('', describeError(error).status))
  return (await app.request('/', { method, headers })).status
}

const json = { 'content-type': 'application/json' }

describe('a write', () => {
  test.each([
    ['by a page of ours', { 'sec-fetch-site': 'same-origin', origin: 'https://a.example.com' }],
    [
      'by a page of ours in a browser that does not say from which site',
      { origin: 'https://a.example.com' },
    ],
    ['by a script that sends JSON', json],
    ['by a script that sends nothing', {}],
  ])('accepts a write %s', async (_, headers) => {
    expect(await status(headers as Record<string, string>)).toBe(200)
  })

  test.each([
    ['by another site', { 'sec-fetch-site': 'cross-site' }],
    ['by another site, whatever it sends', { 'sec-fetch-site': 'cross-site', ...json }],
    ['by a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
    [
      'by another site under our origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://a.example.com' },
    ],
    ['with an empty site', { 'sec-fetch-site': '', ...json }],
    ['by a name in front of ours', { origin: 'https://www.a.example.com', ...json }],
    ['by another origin', { origin: 'https://b.example.com', ...json }],
    ['by the same host without TLS', { origin: 'http://a.example.com', ...json }],
    ['by the same host on another port', { origin: 'https://a.example.com:8443', ...json }],
    ['as a form from nowhere', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as an upload from nowhere', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['as plain text from nowhere', { 'content-type': 'text/plain' }],
  ])('refuses a write %s', async (_, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await status(headers as Record<string, string>, method), method).toBe(403)
  })
})

test('allows every site to read', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(
      await status({ 'sec-fetch-site': 'cross-site', origin: 'https://b.example.com' }, method),
    ).toBe(200)
})

test('treats the names of this machine as one, but each port separately', async () => {
  const own = 'http://localhost:3000'
  for (const origin of [own, 'http://127.0.0.1:3000', 'http://127.8.9.1:3000', 'http://[::1]:3000'])
    expect(await status({ origin }, 'POST', own), origin).toBe(200)
  for (const origin of [
    'http://localhost:3001',
    'http://127.0.0.1.evil.example.com:3000',
    'http://[::2]:3000',
    'https://localhost:3000',
  ])
    expect(await status({ origin }, 'POST', own), origin).toBe(403)
})
