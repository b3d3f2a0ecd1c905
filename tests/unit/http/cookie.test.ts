import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Deps } from '#src/deps.ts'
import type { HonoEnv } from '#src/http/context.ts'
import { secretCookie } from '#src/http/sessions/cookie.ts'

const cookie = secretCookie('draft')

/** An app at `appUrl` that sets, reads and removes its cookie. */
function appAt(appUrl: string) {
  const app = new Hono<HonoEnv>()
  app.use(async (c, next) => {
    c.set('deps', { env: { APP_URL: appUrl } } as Deps)
    await next()
  })
  app.get('/set', (c) => {
    cookie.set(c, 'abc', { maxAge: 60 })
    return c.text('')
  })
  app.get('/set-for-the-visit', (c) => {
    cookie.set(c, 'abc')
    return c.text('')
  })
  app.get('/remove', (c) => {
    cookie.remove(c)
    return c.text('')
  })
  app.get('/read', (c) => c.json(cookie.read(c)))
  return app
}

const [http, https] = ['http://localhost:3000', 'https://trade.example.com']

test.each([
  [http, '/set', 'draft=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax'],
  [http, '/set-for-the-visit', 'draft=abc; Path=/; HttpOnly; SameSite=Lax'],
  [http, '/remove', 'draft=; Max-Age=0; Path=/'],
  [https, '/set', '__Host-draft=abc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax'],
  [https, '/set-for-the-visit', '__Host-draft=abc; Path=/; HttpOnly; Secure; SameSite=Lax'],
  [https, '/remove', '__Host-draft=; Max-Age=0; Path=/; Secure'],
])('at %s %s sends the cookie %s', async (appUrl, path, line) => {
  const { headers } = await appAt(appUrl).request(path)
  expect(headers.getSetCookie()).toEqual([line])
  expect(headers.get('clear-site-data')).toBe(path === '/remove' ? '"cache"' : null)
})

test.each([
  [http, 'draft=abc', 'abc'],
  [http, '__Host-draft=abc', null],
  [https, '__Host-draft=abc', 'abc'],
  [https, 'draft=abc', null],
  [https, '', null],
])('at %s reads the cookie of "%s" as %s', async (appUrl, sent, secret) => {
  const response = await appAt(appUrl).request('/read', { headers: { cookie: sent } })
  expect(await response.json()).toBe(secret)
})
