import { expect, test } from 'vitest'
import { adminEnv, plantApplication } from '../../support/browser/e2e-admin.ts'
import { awake } from '../../support/browser/e2e-browser.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
const desk = sharedAdmin(site)

test.each([1280, 390])(
  'moves no column out of sight for a name without a space at %i pixels',
  async (width) => {
    const name = `${width}${'W'.repeat(190)}`
    await plantApplication(site.server, name, `long-${width}@words.example.com`)
    const { page } = desk
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/admin/dashboard?search=${name}`)
    await awake(page)
    const row = page.locator('.table-applications tbody tr')
    await expect.poll(() => row.count()).toBe(1)
    const { x = 0, width: size = 0 } =
      (await row.getByRole('link', { name: /^Download/ }).boundingBox()) ?? {}
    expect(x).toBeGreaterThan(0)
    expect(x + size).toBeLessThanOrEqual(width)
  },
)
