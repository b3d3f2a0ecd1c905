import type { Page, Route } from 'playwright'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { plantApplication } from '../../support/browser/e2e-admin.ts'
import { awake, holdScripts } from '../../support/browser/e2e-browser.ts'
import { commonSite, sharedAdmin } from '../../support/browser/e2e-site.ts'

const site = commonSite()
const desk = sharedAdmin(
  site,
  {},
  /ERR_FAILED|status of 50\d|could not be drawn|could not be loaded/,
)
let page: Page

beforeAll(() => {
  page = desk.page
})
afterEach(() => page.unrouteAll({ behavior: 'wait' }))

const numbers = {
  totalApplications: 4321,
  completionRate: 61,
  pendingReview: 17,
  monthlyStats: [
    { month: '2031-02', completionRate: 12 },
    { month: '2031-03', completionRate: 93 },
  ],
  businessTypeStats: [
    { name: 'LLP', count: 1 },
    { name: 'Sole Trader', count: 3 },
  ],
}

const updates = Array.from({ length: 7 }, (_, n) => ({
  id: `AAAA-AAAA-AAA${n}`,
  businessName: `Answered Gauges ${n}`,
  status: 'submitted',
  updatedAt: '2031-03-04T10:00:00.000Z',
  section: 'Buyer Info',
  summary: 'Changed Buyer name',
}))

const answer = (path: string, json: unknown) => page.route(path, (route) => route.fulfill({ json }))

async function open() {
  await page.goto('/admin/dashboard')
  await awake(page)
}

const rowsOf = (name: string) =>
  page.getByRole('table', { name }).locator('tbody tr').allInnerTexts()
const words = (texts: string[]) => texts.map((text) => text.replace(/\s+/g, ' ').trim())

test('shows everything that the two calls answer, and makes each call once', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await answer('**/api/analytics', numbers)
  await answer('**/api/applications/recent-updates', updates)
  await open()
  await page.getByText('4321').waitFor()
  const cards = await page.locator('.stat').allInnerTexts()
  expect(words(cards)).toEqual([
    'Total Applications 4321 +12% from last month',
    'Completion Rate 61% +3.2% from last month 0 of 0 started',
    'Pending Review 17 17 awaiting review',
    'Approved Today 0 Target: 15/day',
  ])
  await page.locator('.plot canvas').waitFor()
  const months = await rowsOf('Application Completion Rate (by month)')
  expect(words(months)).toEqual(['Feb 2031 12%', 'Mar 2031 93%'])
  const types = await rowsOf('Applications by Business Type')
  expect(words(types)).toEqual(['Sole Trader 3 75%', 'LLP 1 25%'])
  expect(await page.locator('.slice').count()).toBe(2)
  const names = page.getByRole('region', { name: 'Recent Client Updates' }).getByRole('link')
  expect(await names.allInnerTexts()).toEqual(
    updates.slice(0, 5).map(({ businessName }) => businessName),
  )
  for (const path of ['/api/analytics', '/api/applications/recent-updates', '/api/applications'])
    expect(asked.filter((other) => other === path)).toHaveLength(1)
})

test.each([
  ['**/api/analytics', 'Failed to fetch analytics'],
  ['**/api/applications/recent-updates', 'Failed to fetch recent updates'],
  ['**/api/applications', 'Failed to fetch applications'],
])('keeps what was served and says so in a toast when %s gives no answer', async (path, text) => {
  const name = `Served Gauges ${text.split(' ').at(-1)}`
  await plantApplication(site.server, name)
  await page.route(path, (route: Route) => route.abort())
  await open()
  await page.locator('#toasts').getByText(text).waitFor()
  await page.locator('.plot canvas').waitFor()
  await page.getByRole('link', { name: `View ${name}` }).waitFor()
  expect(await page.locator('.stat dd').first().innerText()).toMatch(/^\d+$/)
})

test('keeps the charts in place once they are drawn, and the table when the plot is missing', async () => {
  const heights = () =>
    page.locator('.chart').evaluateAll((charts) => charts.map((chart) => chart.clientHeight))
  const release = await holdScripts(page)
  await page.goto('/admin/dashboard', { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  const before = await heights()
  release()
  await awake(page)
  await page.locator('.plot canvas').waitFor()
  expect(await heights()).toEqual(before)
  await page.route('**/plot-*.js', (route) => route.abort())
  await open()
  await page.getByText('A part of this page did not load').waitFor()
  expect(await page.locator('.months').isVisible()).toBe(true)
})

test('filters by the words of the badges', async () => {
  await plantApplication(site.server, 'Badge Gauges')
  await open()
  const options = await page.getByLabel('Status', { exact: true }).locator('option').allInnerTexts()
  expect(options.slice(0, 7)).toEqual([
    'All',
    'Submitted',
    'Approved',
    'Rejected',
    'Completed',
    'In Progress',
    'Incomplete',
  ])
  for (const badge of ['Submitted', 'In Progress', 'Incomplete']) {
    await page.getByLabel('Status', { exact: true }).selectOption(badge)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.locator('.table-applications:not([aria-busy=true]), .empty').first().waitFor()
    const badges = await page.locator('.table-applications .badge').allInnerTexts()
    expect(new Set([...badges, badge])).toEqual(new Set([badge]))
  }
})
