import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { HonoEnv } from '#src/http/context.ts'
import { errorResponse } from '#src/http/errors.ts'
import { ownHost, ownHostOnly } from '#src/http/middleware/host.ts'

const appUrl = 'https://trade.example.com:8443'
const isOwnHost = ownHost(appUrl)

test.each([
  undefined,
  'trade.example.com',
  'Trade.Example.com:80',
  'localhost',
  'localhost:3000',
  '[::1]:3000',
  '10.0.0.5',
  '[2001:db8::1]:443',
])('a request to %s is one to this installation', (host) => {
  expect(isOwnHost(host)).toBe(true)
})

test.each([
  '',
  ':80',
  'other.example.com',
  'evil-trade.example.com',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'trade.example.com.',
  'trade.example.com@evil.example',
  'user@trade.example.com',
  'trade.example.com\\other',
  'trade.example .com',
  '[::1',
  'trade.example.com:many',
])('a request to "%s" is none', (host) => {
  expect(isOwnHost(host)).toBe(false)
})

test('other names are refused with the one to use, but not to a monitor', async () => {
  const app = new Hono<HonoEnv>()
  app.use(ownHostOnly(appUrl))
  app.get('*', (c) => c.text('done'))
  app.onError((error, c) => errorResponse(c, error))
  const ask = (path: string, host: string) => app.request(path, { headers: { host } })
  expect((await ask('/', 'trade.example.com')).status).toBe(200)
  expect((await ask('/api/health', 'other.example.com')).status).toBe(200)
  const refused = await ask('/api/healthy', 'other.example.com')
  expect(refused.status).toBe(421)
  expect(await refused.json()).toEqual({
    message: expect.stringContaining(`This server answers as ${appUrl} only.`),
  })
})
