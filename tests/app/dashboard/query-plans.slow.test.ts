import type Database from 'better-sqlite3'
import { describe, expect, test, vi } from 'vitest'
import { removeIdleDrafts } from '#src/domain/applications/idle.ts'
import { endpointsToTell, takeEvent } from '#src/domain/integrations/webhook-delivery.ts'
import { takeEmail } from '#src/domain/mailing/delivery.ts'
import { removeRetired } from '#src/domain/privacy/retention.ts'
import { analytics, recentUpdates } from '#src/domain/review/dashboard.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { list } from '../../support/app/listed-rows.ts'
import { retain } from '../../support/app/retention.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { listEndpoint } from '../../support/integrations.ts'
import { officer } from '../../support/mail/mail-settings.ts'

const heard = vi.hoisted(() => ({ statements: null as Set<string> | null }))

/** Every connection tells each statement as it runs, with its values in it. */
vi.mock('better-sqlite3', async (original) => {
  const { default: Open } = await original<{ default: typeof Database }>()
  const verbose = (sql: unknown) => heard.statements?.add(String(sql))
  function Telling(path: string) {
    return new Open(path, { verbose })
  }
  return { default: Telling }
})

describe('no statement reads a whole table', () => {
  test.each<[string, (app: TestApp) => unknown]>([
    ['the list', (app) => list(app, {})],
    ['what is recent', (app) => list(app, { filter: 'recent' })],
    ['what is in progress', (app) => list(app, { filter: 'in-progress' })],
    ['what is far from finished', (app) => list(app, { filter: 'not-finished' })],
    ['what waits for its customer', (app) => list(app, { filter: 'waiting' })],
    ...(['submitted', 'answered', 'late', 'proposed', 'review-due', 'closed'] as const).map(
      (filter): [string, (app: TestApp) => unknown] => [
        `the list ${filter}`,
        (app) => list(app, { filter, order: 'oldest' }),
      ],
    ),
    ['nobody’s applications', (app) => list(app, { owner: 'nobody' })],
    ['nobody’s, searched', (app) => list(app, { owner: 'nobody', search: 'sam' })],
    ['two letters', (app) => list(app, { search: 'sa' })],
    ['a text in a status', (app) => list(app, { search: 'sample', filter: 'submitted' })],
    ['the numbers of the dashboard', ({ deps }) => analytics(deps)],
    ['the recent updates', ({ deps }) => recentUpdates(deps, officer)],
    ['an email that is taken', ({ deps }) => takeEmail(deps)],
    ['an event that is taken for an endpoint', tellErp],
    ['the clean-up of idle drafts', ({ deps }) => removeIdleDrafts(deps)],
    ['the clean-up of retired applications', ({ deps }) => removeRetired(deps)],
  ])('reads no whole table for %s', async (_, work) => {
    const app = testApp()
    retain(app, { rejectedDays: 90, closedDays: 90 })
    await submit(app.browser())
    analytics(app.deps)
    expect(scansIn(app, await statementsOf(() => work(app)))).toEqual([])
  })

  test('reads no whole table for the pages of the back office, an application and its emails', async () => {
    const app = testApp()
    analytics(app.deps)
    const id = await submit(app.browser())
    const admin = await adminBrowser(app)
    await listEndpoint(app, 'https://8.8.8.8/')
    const statements = await statementsOf(async () => {
      for (const path of [
        '/admin/dashboard',
        `/admin/applications/${id}`,
        '/admin/email-settings',
        '/admin/sign-in',
        '/admin/integrations',
      ])
        expect((await admin.get(path)).status).toBe(200)
    })
    expect(scansIn(app, statements)).toEqual([])
  })
})

function tellErp({ deps }: TestApp) {
  endpointsToTell(deps)
  takeEvent(deps, 'erp')
}

async function statementsOf(work: () => unknown): Promise<string[]> {
  heard.statements = new Set()
  await work()
  const statements = [...heard.statements]
  heard.statements = null
  expect(statements.length).toBeGreaterThan(0)
  return statements
}

/**
 * A row a month; at most 20 endpoints, a few keys, accounts and terms, one logo and provider; counting over a whole index is what the
 * dashboard does; an index of what waits is short; the others are no tables.
 */
const small =
  /^SCAN (monthly_tally|webhook_endpoints|api_keys|admins|company_logo|identity_provider|register_keys USING COVERING INDEX \w+|terms_versions|list|approval_proposals|documents USING INDEX documents_pending|information_requests USING INDEX information_requests_open|applications USING COVERING INDEX \w+|.* VIRTUAL TABLE INDEX|CONSTANT ROW|\(subquery)/

/** Steps that go through all rows of a table; the first row, or the first few, of a whole table are no such step. */
function scansIn({ deps }: TestApp, statements: string[]): string[] {
  return statements
    .filter((sql) => /^\s*(select|insert|update|delete)/i.test(sql))
    .flatMap((sql) =>
      deps.db.sqlite
        .prepare<[], { detail: string }>(`explain query plan ${sql}`)
        .all()
        .filter(({ detail }) => detail.startsWith('SCAN ') && !small.test(detail))
        .filter(() => !/ limit [\d.]+$/i.test(sql.trim()) || / where /i.test(sql))
        .map(({ detail }) => `${detail}: ${sql}`),
    )
}
