import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Env } from '#src/env.ts'
import { serveCompanyLogo } from '#src/http/company.ts'
import type { HonoEnv } from '#src/http/context.ts'
import { serveBuiltFiles } from '#src/http/middleware/static-files.ts'

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

describe('the built files', () => {
  const stage = () => {
    const app = new Hono<HonoEnv>()
    const script = 'console.log(1)'
    const folder = folderWith({
      'assets/client-abc123.js': script,
      'assets/client-abc123.js.br': brotliCompressSync(script),
      'favicon.svg': '<svg/>',
      'logo.svg': '<svg/>',
      'robots.txt': 'User-agent: *',
      'manifest.json': '{}',
    })
    serveBuiltFiles(app, folder)
    return (path: string, init?: RequestInit) => app.request(path, init)
  }

  test.each([
    ['/assets/client-abc123.js', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'public, max-age=3600'],
    ['/logo.svg', 'public, max-age=3600'],
    ['/robots.txt', 'public, max-age=3600'],
  ])('%s is kept by browsers: %s', async (path, cache) => {
    const response = await stage()(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe(cache)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test.each(['/manifest.json', '/assets/other.js', '/assets/../manifest.json', '/assets/'])(
    '%s is not served',
    async (path) => {
      expect((await stage()(path)).status).toBe(404)
    },
  )

  test('are sent compressed to who takes that, and only read', async () => {
    const ask = stage()
    const path = '/assets/client-abc123.js'
    const response = await ask(path, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('content-encoding')).toBe('br')
    expect((await ask(path)).headers.get('content-encoding')).toBeNull()
    for (const at of [path, '/favicon.svg'])
      expect((await ask(at, { method: 'POST' })).status).toBe(404)
  })
})

describe('the company', () => {
  test.each([
    ['logo.png', Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png'],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ])('has its logo %s served', async (name, content, type) => {
    const app = new Hono<HonoEnv>()
    serveCompanyLogo(app, { COMPANY_LOGO: join(folderWith({ [name]: content }), name) } as Env)
    const response = await app.request('/company-logo')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(content))
  })

  test('has no logo of its own to serve when none is set, and none that is no picture', async () => {
    const app = new Hono<HonoEnv>()
    serveCompanyLogo(app, {} as Env)
    expect((await app.request('/company-logo')).status).toBe(404)
    const file = join(folderWith({ 'logo.txt': 'text' }), 'logo.txt')
    expect(() => serveCompanyLogo(app, { COMPANY_LOGO: file } as Env)).toThrow('PNG or an SVG')
  })
})
