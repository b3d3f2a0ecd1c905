import { expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'

test('shows no rate on the dashboard, and 0 in the call, for a month in which nothing was begun', async () => {
  const app = testApp()
  const admin = await adminBrowser(app)
  const chart = async () =>
    /id="months-title".*?<\/figure>|\(by month\)<\/figcaption>.*?<\/figure>/.exec(
      (await admin.get('/admin/dashboard')).text,
    )?.[0] ?? ''
  expect(await chart()).toContain('Nothing to show yet')
  await fillDraft(app.browser())
  const rows = [
    ...(await chart()).matchAll(/<th scope="row">([^<]*)<\/th><td class="number">(\d+%)/g),
  ]
  expect(rows.map(([, month, rate]) => [month, rate])).toEqual([['Nov 2026', '0%']])
  const { monthlyStats } = (await admin.get('/api/analytics')).json ?? {}
  expect(monthlyStats).toHaveLength(12)
  for (const { completionRate } of monthlyStats as { completionRate: unknown }[])
    expect(completionRate).toBe(0)
})
