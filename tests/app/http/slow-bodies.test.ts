import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { signedIn } from '../../support/app/clients.ts'
import { review } from '../../support/app/review.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { latch } from '../../support/held-check.ts'

test.each([
  ['the session', 401, (app: TestApp) => app.deps.db.sqlite.exec('delete from admin_sessions')],
  ['the role', 403, (app: TestApp) => app.deps.db.orm.update(admins).set({ role: 'viewer' }).run()],
] as const)(
  'changes nothing by an admin’s request whose body ends after %s',
  async (_, status, end) => {
    const { app, id, admin: browser } = await review()
    const { answer, finish } = slowly(app, browser.cookies, 'PATCH', `/api/applications/${id}`, {
      businessName: 'Changed Ltd',
    })
    await setImmediate()
    end(app)
    finish()
    expect((await answer).status).toBe(status)
    expect(JSON.stringify(app.dump().applications)).not.toContain('Changed Ltd')
  },
)

test('changes nothing by a customer’s request whose body ends after the session does', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const path = '/api/client/application/business'
  const changes = { businessName: 'Changed Ltd' }
  const { answer, finish } = slowly(app, browser.cookies, 'PUT', path, changes)
  await browser.post('/api/client/logout')
  finish()
  expect((await answer).status).toBe(401)
  expect(JSON.stringify(app.dump().applications)).not.toContain('Changed Ltd')
})

/** Sends a request whose body follows once the test says so. */
function slowly(
  app: TestApp,
  cookies: Map<string, string>,
  method: string,
  path: string,
  values: object,
) {
  const { open: finish, opened } = latch()
  const body = new ReadableStream({
    async pull(stream) {
      await opened
      stream.enqueue(new TextEncoder().encode(JSON.stringify(values)))
      stream.close()
    },
  })
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { 'content-type': 'application/json', cookie }
  const init = { method, headers, body, duplex: 'half' as const }
  return { answer: app.request(path, init), finish }
}
