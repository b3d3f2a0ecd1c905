import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminEnv } from '../support/browser/e2e-admin.ts'
import { type BuiltServer, startServer } from '../support/built-server.ts'
import { furnish, type ScreensApp } from '../support/screens/screens-app.ts'
import { lighthouseScores } from './lighthouse.ts'

// Performance is measured by the benchmark, on a machine that does nothing else.

let server: BuiltServer
let app: ScreensApp

beforeAll(async () => {
  server = await startServer({ env: adminEnv, shown: true })
  app = await furnish(server)
})
afterAll(() => server.stop())

const pages: Record<string, (app: ScreensApp) => string> = {
  'the landing page': () => '/',
  'the registration form': () => '/client-form',
  'the receipt': ({ submitted }) => `/success?id=${submitted.id}`,
  'the terms': () => '/terms-conditions',
  'the client sign-in': () => '/client-login',
  'the forgotten password': () => '/client/forgot-password',
  'the new password': ({ approved, invite }) =>
    `/client/set-password?token=${invite(approved.email)}`,
}

test.each(Object.entries(pages))(
  'Lighthouse on a phone finds no fault with %s',
  async (_, path) => {
    await expectNoFault(path(app))
  },
)

test('nor with an unknown page, but for the line that the browser itself writes of every 404', async () => {
  await expectNoFault('/nowhere', ['errors-in-console'])
})

async function expectNoFault(path: string, skipAudits: string[] = []) {
  const { scores, faults } = await lighthouseScores(
    server.url + path,
    ['accessibility', 'best-practices'],
    skipAudits,
  )
  expect(faults).toEqual([])
  expect(scores).toEqual({ accessibility: 100, 'best-practices': 100 })
}
