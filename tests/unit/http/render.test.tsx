import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Assets } from '#src/framework/assets.ts'
import { page as pageOf } from '#src/framework/page.ts'
import type { RouteFile } from '#src/framework/router.ts'
import type { HonoEnv } from '#src/http/context.ts'
import { pagePolicy } from '#src/http/middleware/headers.ts'
import { page } from '#src/http/page.ts'
import { createRenderer } from '#src/http/render.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'

const company: Company = {
  name: 'Sample Ltd',
  accent: null,
  salesEmail: 'sales@example.com',
  telephone: null,
  legal: '',
  sendsNothing: false,
  privacyUrl: null,
  logo: '/logo.svg',
}

const Greeting = ({ company, who }: { company: Company; who: string }) => (
  <h1>{`${company.name} greets ${who}`}</h1>
)

const assets = (devScripts: string[]): Assets => ({
  url: (source) => `/assets/${source}`,
  withImports: (source) => [`/assets/${source}`],
  folder: null,
  devScripts,
})

/** A page of a route as it is sent, built or by the development server. */
async function sent(file: RouteFile, options = {}, devScripts: string[] = []) {
  const render = createRenderer({
    company: () => company,
    assets: assets(devScripts),
    islands: new Map(),
  })
  const app = new Hono<HonoEnv>()
  app.get('/', (c) => render(c, page(Greeting, { who: 'Ann' }, options), file))
  const response = await app.request('/')
  return { response, html: await response.text() }
}

test('a page has its title, the language, the company and the links of every page', async () => {
  const { response, html } = await sent({ title: 'Welcome' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  expect(response.headers.get('content-security-policy')).toBe(pagePolicy())
  expect(html).toContain('<html lang="en-GB">')
  expect(html).toContain('<title>Welcome – Sample Ltd</title>')
  expect(html).toContain('<h1>Sample Ltd greets Ann</h1>')
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml"/>')
  expect(html).toContain('<link rel="stylesheet" href="/assets/src/ui/styles/site.css"/>')
  expect(html).not.toMatch(/<style|modulepreload/)
})

test('a page may have a title, a status and headers of its own', async () => {
  const { response, html } = await sent(
    { title: 'Welcome' },
    { title: 'Not this one', status: 404, headers: { 'X-Own': 'yes' } },
  )
  expect(response.status).toBe(404)
  expect(response.headers.get('x-own')).toBe('yes')
  expect(html).toContain('<title>Not this one – Sample Ltd</title>')
})

test('a route may put its styles inside', async () => {
  const styles = 'h1{color:red}'
  const file: RouteFile = { title: 'Welcome', styles }
  const { response, html } = await sent(file)
  expect(response.headers.get('content-security-policy')).toBe(pagePolicy({ style: styles }))
  expect(html).toContain(`<style>${styles}</style>`)
  expect(html).not.toContain('site.css')
})

test('the development server links the styles and may load its client', async () => {
  const file: RouteFile = { title: 'Welcome', styles: 'h1{color:red}' }
  const { response, html } = await sent(file, {}, ['/@vite/client'])
  expect(response.headers.get('content-security-policy')).toBe(pagePolicy({ dev: true }))
  expect(html).toContain('site.css')
  expect(html).not.toMatch(/<style|islands/)
})

test('the policy of the development server takes styles and sockets of Vite', () => {
  expect(pagePolicy({ dev: true })).toContain("style-src 'self' 'unsafe-inline'; ")
  expect(pagePolicy({ dev: true })).toContain("connect-src 'self' ws:; ")
  expect(pageOf(Greeting, {})).toEqual({ component: Greeting, props: {} })
})
