import { expect, test, vi } from 'vitest'
import { attachmentPieces, attachments } from '#db/schema/review.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { latch } from '../../support/held-check.ts'
import { ask, requestsOf } from '../../support/requests.ts'

type Meanwhile = (stage: {
  app: TestApp
  id: string
  browser: Browser
  admin: Browser
  asked: string
}) => Promise<unknown>

const decide =
  (decision: string, body: object): Meanwhile =>
  ({ admin, id }) =>
    admin.patch(`/api/applications/${id}/${decision}`, body)

test.each<[string, number, Meanwhile]>([
  ['the session has ended', 303, ({ browser }) => browser.post('/api/client/logout')],
  ['the application has been approved', 409, decide('approve', { customerCode: 'C-1' })],
  ['the application has been rejected', 409, decide('reject', {})],
  [
    'the request has been withdrawn',
    409,
    ({ admin, id, asked }) =>
      admin.postForm(`/admin/applications/${id}`, { action: 'withdraw', asked }),
  ],
  ['the application has been erased', 404, ({ app, id }) => erasePerson(app.deps, id)],
])('files that arrive slowly are not stored once %s', async (_, status, meanwhile) => {
  const app = testApp()
  const { id, browser } = await signedIn(app)
  const admin = await adminBrowser(app)
  await ask(admin, id, 'Please send your accounts')
  const asked = String((await requestsOf(admin, id))[0]?.id)
  const { answered, finish } = slowAnswer(browser, asked)
  const { orm } = app.deps.db
  await vi.waitFor(() => expect(orm.select().from(attachmentPieces).all()).not.toEqual([]))
  await meanwhile({ app, id, browser, admin, asked })
  finish()
  expect((await answered).status).toBe(status)
  expect(orm.select().from(attachments).all()).toEqual([])
  expect(orm.select().from(attachmentPieces).all()).toEqual([])
})

test('a file that begins once the request has been withdrawn is skipped', async () => {
  const app = testApp()
  const { id, browser } = await signedIn(app)
  const admin = await adminBrowser(app)
  await ask(admin, id, 'Please send your accounts')
  const asked = String((await requestsOf(admin, id))[0]?.id)
  const parts = [
    `--x\r\nContent-Disposition: form-data; name="request"\r\n\r\n${asked}\r\n`,
    `--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7\n${'A'.repeat(2_000_000)}\r\n--x--`,
  ]
  const body = new ReadableStream({
    async pull(stream) {
      const part = parts.shift()
      if (!part) return stream.close()
      if (parts.length === 0)
        await admin.postForm(`/admin/applications/${id}`, { action: 'withdraw', asked })
      for (let at = 0; at < part.length; at += 50_000)
        stream.enqueue(Buffer.from(part.slice(at, at + 50_000)))
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  expect((await browser.send('/client-portal', init)).status).toBe(409)
})

/** Sends an answer with a file whose second half, and a second file, come once the test says so. */
function slowAnswer(browser: Browser, request: string) {
  const { open: finish, opened } = latch()
  const field = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`
  const half = 'A'.repeat(600_000)
  const parts = [
    `${field('request')}\r\n\r\n${request}\r\n`,
    `${field('files')}; filename="a.pdf"\r\n\r\n%PDF-1.7\n${half}`,
    `${half}%%EOF\r\n${field('files')}; filename="b.pdf"\r\n\r\n%PDF-1.7\n${half}%%EOF\r\n--x--\r\n`,
  ].map((text) => Buffer.from(text))
  const body = new ReadableStream({
    async pull(stream) {
      const part = parts.shift()
      if (!part) return stream.close()
      if (parts.length === 0) await opened
      stream.enqueue(part)
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  return { answered: browser.send('/client-portal', init), finish }
}
