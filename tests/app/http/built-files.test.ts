import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { builtFiles, testApp } from '../../support/app/test-app.ts'
import { newFolder } from '../../support/folder.ts'

const script = '/assets/client-abc123.js'

describe('the built files', () => {
  test.each([
    [script, 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'public, max-age=3600'],
    ['/logo.svg', 'public, max-age=3600'],
    ['/robots.txt', 'public, max-age=3600'],
  ])('lets browsers keep %s: %s', async (path, cache) => {
    const response = await testApp().request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe(cache)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test.each([
    '/manifest.json',
    '/assets/other.js',
    '/assets/../manifest.json',
    '/assets/..%2fmanifest.json',
  ])('answers %s with the 404 page, and logs no error', async (path) => {
    const app = testApp()
    const response = await app.request(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<h1')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(app.logged().filter((line) => JSON.parse(line).level >= 40)).toEqual([])
  })

  test('sends built files compressed to clients that accept it, and only for reading', async () => {
    const folder = newFolder()
    cpSync(builtFiles.folder, folder, { recursive: true })
    writeFileSync(join(folder, `${script}.br`), brotliCompressSync('console.log(1)'))
    const app = testApp({ assets: { ...builtFiles, folder } })
    const compressed = await app.request(script, { headers: { 'accept-encoding': 'br' } })
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect((await app.request(script)).headers.get('content-encoding')).toBeNull()
    const headers = { 'sec-fetch-site': 'same-origin' }
    for (const path of [script, '/favicon.svg'])
      expect((await app.request(path, { method: 'POST', headers })).status).toBe(404)
  })
})

describe('the company', () => {
  test.each([
    ['logo.png', Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png'],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ])('serves the company’s logo %s', async (name, content, type) => {
    const file = join(newFolder(), name)
    writeFileSync(file, content)
    const response = await testApp({ env: { COMPANY_LOGO: file } }).request('/company-logo')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(content))
  })
})
