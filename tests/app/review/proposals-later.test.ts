import { expect, test } from 'vitest'
import { company } from '#db/schema/company.ts'
import { createApiKey } from '#src/domain/integrations/api-keys.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'
import { signedInAdmin, withKey } from '../../support/integrations.ts'

const second = { username: 'second', password: 'seven green lamps', role: 'reviewer' } as const
const supplier = {
  id: 1,
  name: 'Example',
  salesEmail: 'sales@example.com',
  updatedAt: 0,
  version: 1,
}

/** An approval that one reviewer proposed and another may confirm. */
async function proposed(more = {}) {
  const app = testApp()
  const id = await submit(app.browser(), { accountType: 'credit' })
  app.deps.db.orm
    .insert(company)
    .values({ ...supplier, secondPersonAbove: 0 })
    .run()
  const [one, two] = [await adminBrowser(app), await adminBrowser(app, second)]
  const given = { customerCode: 'EX-001', creditLimit: 43_210, paymentTerms: 'Net 77', ...more }
  await one.patch(`/api/applications/${id}/approve`, given)
  return { app, id, two, path: `/admin/applications/${id}` }
}

async function post(browser: Browser, path: string, form: Record<string, string>) {
  const { text } = await browser.get(path)
  const proposal = /name="proposal" value="([^"]+)"/.exec(text)?.[1] ?? ''
  return browser.postForm(path, { proposal, ...form })
}

test('a proposal cannot be confirmed once its review date has come', async () => {
  const { app, id, path } = await proposed({ reviewDate: '2026-11-25' })
  app.clock.now += 6 * 24 * 60 * 60_000
  const refused = await post(await adminBrowser(app, second), path, { action: 'confirm' })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('The review date of this proposal has come already')
  expect(stored(app, id).application.status).toBe('submitted')
})

test('an API key reads neither what was proposed nor why it was declined', async () => {
  const { app, id, two, path } = await proposed()
  const declineReason = 'Their owner is in trouble'
  await post(two, path, { action: 'decline', declineReason })
  const { key } = createApiKey(app.deps, await signedInAdmin(app), 'ERP')
  const { text } = await withKey(app.browser(), key).get(`/api/applications/${id}`)
  expect(text).toContain('approval proposal declined')
  expect(text).not.toMatch(/43210|Net 77|in trouble/)
  expect((await two.get(path)).text).toContain(declineReason)
})
