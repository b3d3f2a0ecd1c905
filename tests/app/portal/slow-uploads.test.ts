import { expect, test, vi } from 'vitest'
import { attachmentPieces, attachments } from '#db/schema/review.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { latch } from '../../support/held-check.ts'
import { ask, requestsOf } from '../../support/requests.ts'

type Change = (stage: {
  app: TestApp
  id: string
  browser: Browser
  admin: Browser
  asked: string
}) => Promise<unknown>

const decide =
  (decision: string, body: object): Change =>
  ({ admin, id }) =>
    admin.patch(`/api/applications/${id}/${decision}`, body)

test.each<[string, number, Change]>([
  ['the session has ended', 401, ({ browser }) => browser.post('/api/client/logout')],
  ['the application has been approved', 409, decide('approve', { customerCode: 'C-1' })],
  ['the application has been erased', 401, ({ app, id }) => erasePerson(app.deps, id)],
])('stores no slowly arriving files once %s', async (_, status, change) => {
  const app = testApp()
  const { id, browser } = await signedIn(app)
  const admin = await adminBrowser(app)
  await ask(admin, id, 'Please send your accounts')
  const asked = String((await requestsOf(admin, id))[0]?.id)
  const { answered, finish } = slowAnswer(browser, asked)
  const { orm } = app.deps.db
  await vi.waitFor(() => expect(orm.select().from(attachmentPieces).all()).not.toEqual([]))
  await change({ app, id, browser, admin, asked })
  finish()
  expect((await answered).status).toBe(status)
  expect(orm.select().from(attachments).all()).toEqual([])
  expect(orm.select().from(attachmentPieces).all()).toEqual([])
})

test('refuses files that are too large together before it reads the first one', async () => {
  const app = testApp()
  const { id, browser } = await signedIn(app)
  const admin = await adminBrowser(app)
  await ask(admin, id, 'Please send your accounts')
  const asked = String((await requestsOf(admin, id))[0]?.id)
  const { answered } = slowAnswer(browser, asked, 'Here it is', { 'content-length': '60000000' })
  const refused = await answered
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('Here it is')])
})

test('refuses the third of three answers that a customer sends at once, and keeps the text', async () => {
  const app = testApp()
  const { id, browser } = await signedIn(app)
  const admin = await adminBrowser(app)
  await ask(admin, id, 'Please send your accounts')
  const asked = String((await requestsOf(admin, id))[0]?.id)
  const first = slowAnswer(browser, asked)
  const second = slowAnswer(browser, asked)
  const third = await slowAnswer(browser, asked, 'Here it is').answered
  expect([third.status, third.text]).toEqual([429, expect.stringContaining('Here it is')])
  first.finish()
  second.finish()
  const statuses = [(await first.answered).status, (await second.answered).status]
  expect(statuses.toSorted()).toEqual([303, 409])
  expect(app.deps.uploads).toEqual(new Map())
})

/** Sends an answer with a file whose second half, and a second file, come once the test says so. */
function slowAnswer(browser: Browser, request: string, text = '', more: HeadersInit = {}) {
  const { open: finish, opened } = latch()
  const field = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`
  const half = 'A'.repeat(600_000)
  const parts = [
    `${field('request')}\r\n\r\n${request}\r\n${field('answer')}\r\n\r\n${text}\r\n`,
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
  const headers = { 'content-type': 'multipart/form-data; boundary=x', ...more }
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  return { answered: browser.send('/client-portal', init), finish }
}
