import { expect, test } from 'vitest'
import { adminBrowser, makeAdmin } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { publish } from '../../support/app/terms.ts'
import { testApp } from '../../support/app/test-app.ts'

const clerk = { username: 'clerk', password: 'seven green lamps', role: 'reviewer' } as const

const page = async (browser: Browser) => (await browser.get('/admin/dashboard')).text
const title = 'Set up this installation'

test('lists for administrators what a new installation still lacks, until the list is dismissed', async () => {
  const app = testApp()
  const browser = await adminBrowser(app)
  const fresh = await page(browser)
  expect(fresh).toContain('1 of 7 done')
  expect(fresh).toContain('<a href="/admin/company/terms">Publish your own terms</a>')
  publish(app, '# Prices\n\nNet.', '2026-12-01')
  const other = await adminBrowser(app, clerk)
  await makeAdmin(app, clerk)
  const later = await page(browser)
  expect(later).toContain('3 of 7 done')
  expect(later).not.toContain('<a href="/admin/team">')
  expect(await page(other)).not.toContain(title)
  expect((await other.postForm('/admin/dashboard', { action: 'hide-setup' })).status).toBe(403)
  await browser.postForm('/admin/dashboard', { action: 'hide-setup' })
  const hidden = await page(browser)
  expect(hidden).not.toContain(title)
})
