import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtAssets } from '#src/framework/assets.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { invited, signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const folder = 'dist/client'
const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
const assets = { ...builtAssets(manifest, folder), folder: null }

/**
 * The most that a page may load of scripts, in KiB of brotli, before anybody has touched it. React has 57.5 of it, and
 * conform 8.7 wherever something is posted.
 */
const budgets: [page: string, most: number, html: (app: TestApp) => Promise<string>][] = [
  ['/', 0, visit('/')],
  ['/terms-conditions', 0, visit('/terms-conditions')],
  ['an unknown page', 0, visit('/nowhere')],
  ['/success', 68, visit('/success')],
  ['/client-login', 79.5, visit('/client-login')],
  ['/client/forgot-password', 79.5, visit('/client/forgot-password')],
  ['/client/set-password', 79.5, setPassword],
  ['/admin', 79.5, visit('/admin')],
  ['/verify', 68, visit('/verify')],
  ['/client-portal', 99.5, portal()],
  ['/client-form', 90.75, visit('/client-form')],
  ['a section in edit mode', 99.5, portal('?edit=business')],
  ['/admin/dashboard', 115, backOffice('/admin/dashboard')],
  ['a settings page of plain forms', 68, backOffice('/admin/backups')],
  ['/admin/email-settings', 95, backOffice('/admin/email-settings')],
  ['an application', 120, application],
]

describe('the scripts of each page', () => {
  test.each(budgets)('sends the scripts of %s in %s KiB at most', async (_, most, html) => {
    const page = await html(testApp({ assets }))
    const bytes = scriptsOf(page, manifest).map((file) => wireSize(folder, file))
    const total = bytes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeLessThanOrEqual(most * 1024)
    expect(total > 0).toBe(most > 0)
  })
})

function visit(path: string) {
  return async (app: TestApp) => (await app.browser().get(path)).text
}

async function setPassword(app: TestApp) {
  const { token } = await invited(app)
  return visit(`/client/set-password?token=${token}`)(app)
}

function portal(query = '') {
  return async (app: TestApp) => {
    const { browser } = await signedIn(app)
    return (await browser.get(`/client-portal${query}`)).text
  }
}

function backOffice(path: string) {
  return async (app: TestApp) => (await (await adminBrowser(app)).get(path)).text
}

async function application(app: TestApp) {
  const id = await submit(app.browser())
  return (await (await adminBrowser(app)).get(`/admin/applications/${id}`)).text
}

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }

/** What a page imports after it has been used, and when; all other imports count as loaded with the page. */
const later = [
  'islands/registration-form/pad.ts', // the signature section opens
  'islands/registration-form/hand.ts', // a name is typed as signature
]

type Manifest = Record<string, Chunk>

/** Addresses of all the files that a page loads by itself: its scripts, its islands, and what they import. */
function scriptsOf(html: string, manifest: Manifest): string[] {
  const islands = [...html.matchAll(/<island-root data-name="(\w+)"/g)].map(
    ([, name]) => `islands/${name}.tsx`,
  )
  const found = new Set<string>()
  const load = (name: string) => {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
    if (found.has(name)) return
    found.add(name)
    const atOnce = name === 'src/client.ts' ? islands : dynamicImports
    for (const next of [...imports, ...atOnce]) if (!later.includes(next)) load(next)
  }
  const scripts = [...html.matchAll(/<script type="module" src="\/([^"]+)"/g)]
  for (const [, file] of scripts) load(nameOf(file, manifest))
  return [...found].map((name) => `/${manifest[name]?.file}`)
}

/** Bytes of brotli on the wire. A file too small to be compressed counts as it is. */
function wireSize(folder: string, file: string): number {
  const compressed = join(folder, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : join(folder, file)).size
}

function nameOf(file: string | undefined, manifest: Manifest): string {
  const [name] = Object.entries(manifest).find(([, chunk]) => chunk.file === file) ?? []
  if (!name) throw new Error(`The build has no ${file}`)
  return name
}
