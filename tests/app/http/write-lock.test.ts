import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accessRecorded } from '#src/domain/audit/access-log.ts'
import { minutes } from '#src/domain/calendar.ts'
import { startDraft, submit } from '../../support/app/applicants.ts'
import { review } from '../../support/app/review.ts'
import { testApp } from '../../support/app/test-app.ts'
import { lockOf, rewritingOf, shortWriteOf } from '../../support/app/write-lock.ts'
import {
  email,
  putEmails,
  saveMailSettings,
  smtpSettings,
  turn,
} from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

test('answers reads while the database file is rewritten, and completes a write afterwards', async () => {
  const { app, id, admin } = await review()
  await admin.get('/admin/dashboard')
  // After this time the session is marked as seen again.
  app.clock.now += minutes(5)
  const { release } = rewritingOf(app)
  const writing = startDraft(app.browser())
  expect((await app.browser().get('/api/health')).status).toBe(200)
  expect((await admin.get(`/api/applications/${id}`)).status).toBe(200)
  expect((await admin.get('/admin/dashboard')).status).toBe(200)
  release()
  expect(await writing).toMatch(/-/)
  await accessRecorded(app.deps)
  expect(JSON.stringify(app.dump().events)).toContain('record read')
})

test('lets a write wait for the short write of a command', async () => {
  const app = testApp()
  await shortWriteOf(app.deps.db.path, 60)
  expect(await startDraft(app.browser())).toMatch(/-/)
})

test('answers reads beside a command that has stopped in the middle of a write, and asks writes to retry', async () => {
  const { app, id, admin } = await review()
  await admin.get('/admin/dashboard')
  app.clock.now += minutes(5)
  const { release } = lockOf(app.deps.db.path)
  expect((await admin.get(`/api/applications/${id}`)).status).toBe(200)
  expect((await admin.get('/admin/dashboard')).status).toBe(200)
  const answer = await app.browser().post('/api/applications', { 4: {} })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  release()
  expect(await startDraft(app.browser())).toMatch(/-/)
  await accessRecorded(app.deps)
  expect(JSON.stringify(app.dump().events)).toContain('record read')
})

test('finds and downloads a person while the file is rewritten, and records both afterwards', async () => {
  const { app, id, admin } = await review()
  const { release } = rewritingOf(app)
  for (const action of ['find', 'download']) {
    const answer = await admin.postForm('/admin/privacy', { action, who: id })
    expect([answer.status, answer.text.includes(id)]).toEqual([200, true])
  }
  expect((await admin.get('/api/applications')).status).toBe(200)
  release()
  await accessRecorded(app.deps)
  const events = JSON.stringify(app.dump().events)
  for (const action of ['person found', 'person exported', 'list read'])
    expect(events).toContain(action)
})

test('checks a posted file while the database file is rewritten', async () => {
  const app = testApp()
  rewritingOf(app)
  const body = new FormData()
  body.set('file', new File(['%PDF-1.7'], 'a.pdf'))
  const answer = await app.browser().send('/verify', { method: 'POST', body })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.text).toContain('Not issued here')
})

test('answers a write that waited too long with 503 and Retry-After, and changes nothing', async () => {
  const app = testApp()
  await submit(app.browser())
  const before = app.dump()
  const { release } = rewritingOf(app)
  hasten()
  const init = { method: 'POST', body: '{"4":{}}', headers: { 'content-type': 'application/json' } }
  const answer = await app.request('/api/applications', init)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toEqual({
    message:
      'The database is busy with maintenance. Nothing was changed. Please try again in a moment.',
  })
  release()
  expect(app.dump()).toEqual(before)
})

test('sends an email once although another process writes meanwhile', async () => {
  const app = testApp()
  const lock = vi.fn(() => lockOf(app.deps.db.path))
  const server = await smtpServer({
    onMailFrom(_address, _session, done) {
      lock()
      done()
    },
  })
  saveMailSettings(app, smtpSettings(server.port))
  putEmails(app, 1)
  hasten()
  const sending = turn(app)
  await vi.waitUntil(() => lock.mock.results.length > 0, 5000)
  // A request would wait 10 seconds, which is less than this.
  await setTimeout(500)
  lock.mock.results[0]?.value.release()
  expect(await sending).toBe('sent')
  expect(email(app, 1)).toMatchObject({ state: 'sent' })
})

/** Makes a wait for the lock twenty times shorter. */
function hasten() {
  const now = performance.now.bind(performance)
  const hastened = vi.spyOn(performance, 'now').mockImplementation(() => now() * 20)
  onTestFinished(() => hastened.mockRestore())
}
