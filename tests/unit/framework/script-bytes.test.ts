import { describe, expect, test } from 'vitest'
import { builtAssets } from '#src/framework/assets.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { invited, signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { manifestOf, scriptsOf, wireSize } from '../../support/browser/page-scripts.ts'

const folder = 'dist/client'
const manifest = manifestOf(folder)
const assets = { ...builtAssets(manifest, folder), folder: null }

/** The most that a page may load of scripts, in bytes of brotli, before anybody has touched it. */
const budgets: [page: string, most: number, html: (app: TestApp) => Promise<string>][] = [
  ['/', 0, visit('/')],
  ['/terms-conditions', 0, visit('/terms-conditions')],
  ['an unknown page', 0, visit('/nowhere')],
  ['/success', 1344, visit('/success')],
  ['/client-login', 2432, visit('/client-login')],
  ['/client/forgot-password', 2432, visit('/client/forgot-password')],
  ['/client/set-password', 2432, setPassword],
  ['/admin', 2432, visit('/admin')],
  ['/verify', 3584, visit('/verify')],
  ['/client-form', 80 * 1024, visit('/client-form')],
  ['/client-portal', 9280, portal()],
  ['a section in edit mode', 84 * 1024, portal('?edit=business')],
  ['/admin/dashboard', 86 * 1024, dashboard],
  ['an application', 85 * 1024, application],
]

describe('the scripts of', () => {
  test.each(budgets)('%s are %d bytes at most', async (_, most, html) => {
    const page = await html(testApp({ assets }))
    const bytes = scriptsOf(page, manifest).map((file) => wireSize(folder, file))
    const total = bytes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeLessThanOrEqual(most)
    expect(total > 0).toBe(most > 0)
  })

  test.each(budgets)('%s are named by the page, so that none waits for another', async (...row) => {
    const page = await row[2](testApp({ assets }))
    const ahead = addresses(page, withThePage)
    // The plot stands where a table stood before; the page is whole without it.
    const needed = scriptsOf(page, manifest).filter((file) => !file.includes('/plot-'))
    expect(ahead.sort()).toEqual(needed.sort())
  })
})

const addresses = (html: string, tag: RegExp): string[] =>
  [...html.matchAll(/<link [^>]*href="([^"]+)"[^>]*>/g)].flatMap(([link, href = '']) =>
    tag.test(link) ? [href] : [],
  )

const withThePage = /rel="modulepreload" href/

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

async function dashboard(app: TestApp) {
  return (await (await adminBrowser(app)).get('/admin/dashboard')).text
}

async function application(app: TestApp) {
  const id = await submit(app.browser())
  return (await (await adminBrowser(app)).get(`/admin/applications/${id}`)).text
}
