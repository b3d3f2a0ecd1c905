import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtAssets } from '#src/framework/assets.ts'
import { adminBrowser } from '../support/admins.ts'
import { invited, signedIn } from '../support/clients.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }

const folder = 'dist/client'
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
)
const assets = { ...builtAssets(manifest, folder), folder: null }

/** What a page imports after it has been used, and when; all other imports count as loaded with the page. */
const later = [
  'islands/registration-form/pad.ts', // the signature section opens
  'src/forms/doubts.ts', // a field is left whose format can be doubted
  'src/forms/password-warning.ts', // a password was typed
]

/** The most that a page may load of scripts, in bytes of brotli, before anybody has touched it. */
const budgets: [page: string, most: number, html: (house: TestApp) => Promise<string>][] = [
  ['/', 0, visit('/')],
  ['/terms-conditions', 0, visit('/terms-conditions')],
  ['an unknown page', 0, visit('/nowhere')],
  ['/success', 1024, visit('/success')],
  ['/client-login', 2048, visit('/client-login')],
  ['/client/forgot-password', 2048, visit('/client/forgot-password')],
  ['/client/set-password', 2048, setPassword],
  ['/admin', 2048, visit('/admin')],
  ['/client-form', 70 * 1024, visit('/client-form')],
  ['/client-portal', 75 * 1024, portal],
  ['/admin/dashboard', 85 * 1024, dashboard],
]

describe('the scripts of', () => {
  test.each(budgets)('%s are %d bytes at most', async (_, most, html) => {
    const page = await html(testApp({ assets }))
    const bytes = loadedBy(page).map((file) => statSync(join(folder, `${file}.br`)).size)
    const total = bytes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeLessThanOrEqual(most)
    expect(total > 0).toBe(most > 0)
  })

  test.each(budgets)('%s are named in its head, so that none waits for another', async (...row) => {
    const page = await row[2](testApp({ assets }))
    const ahead = addresses(page, 'modulepreload')
    // The plot stands where a table stood before; the page is whole without it.
    const needed = loadedBy(page).filter((file) => !file.includes('/plot-'))
    expect(ahead.sort()).toEqual(needed.sort())
  })

  test('the form come ahead of the click on the landing page, all of them and nothing else', async () => {
    const house = testApp({ assets })
    const form = addresses(await visit('/client-form')(house), 'modulepreload')
    expect(form).toHaveLength(6)
    expect(addresses(await visit('/')(house), 'prefetch').sort()).toEqual(form.sort())
  })

  test('React stand in a file that keeps its address when only ours change', () => {
    const react = Object.values(manifest).find(({ file }) => /\/react-/.test(file))
    expect(react?.imports ?? []).toEqual([])
    const own = readFileSync(join(folder, react?.file ?? ''), 'utf8')
    expect(own).toContain('hydrateRoot')
    expect(own).not.toContain('island-root')
  })
})

/** Addresses of all the files that a page loads by itself: its scripts, its islands, and what they import. */
function loadedBy(html: string): string[] {
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
  for (const [, file] of scripts) load(nameOf(file))
  return [...found].map((name) => `/${manifest[name]?.file}`)
}

function nameOf(file: string | undefined): string {
  const [name] = Object.entries(manifest).find(([, chunk]) => chunk.file === file) ?? []
  if (!name) throw new Error(`The build has no ${file}`)
  return name
}

const addresses = (html: string, rel: string): string[] =>
  [...html.matchAll(/<link rel="(\w+)"[^>]* href="([^"]+)"/g)].flatMap(([, kind, href = '']) =>
    kind === rel ? [href] : [],
  )

function visit(path: string) {
  return async (house: TestApp) => (await house.browser().get(path)).text
}

async function setPassword(house: TestApp) {
  const { token } = await invited(house)
  return visit(`/client/set-password?token=${token}`)(house)
}

async function portal(house: TestApp) {
  const { browser } = await signedIn(house)
  return (await browser.get('/client-portal')).text
}

async function dashboard(house: TestApp) {
  return (await (await adminBrowser(house)).get('/admin/dashboard')).text
}
