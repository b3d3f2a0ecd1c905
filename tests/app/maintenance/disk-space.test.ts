import { beforeEach, describe, expect, test } from 'vitest'
import { warnOfLowSpace } from '#src/domain/applications/disk-space.ts'
import { acceptClock } from '#src/domain/maintenance/clock.ts'
import { cleanUp } from '#src/domain/maintenance/schedule.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { finalSave, sectionSave } from '../../support/app/application-answers.ts'
import { signedIn } from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'
import { freeSpace } from '../../support/backup/free-space.ts'
import { answer, ask } from '../../support/requests.ts'

const free = (mebibytes: number) => freeSpace(mebibytes * 1024 * 1024)

beforeEach(() => void free(1_000_000))

describe('with less than 50 MiB free', () => {
  test('a new draft is refused for the moment, and nothing is stored', async () => {
    const app = testApp()
    const before = app.dump()
    free(49)
    const answer = await app.browser().post('/api/applications', sectionSave(4))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '300'])
    expect(answer.json?.message).toContain('try again later')
    expect(app.dump()).toEqual(before)
    // Told to the person and counted, but no fault that somebody has to be woken for.
    expect(app.logged().filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })

  test('a draft that was begun is saved and submitted', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    free(1)
    expect((await browser.put(`/api/applications/${id}`, sectionSave(4))).status).toBe(200)
    expect((await browser.put(`/api/applications/${id}`, finalSave())).status).toBe(200)
  })

  test('a customer answers a question without files, and not with them', async () => {
    const app = testApp()
    const { id, browser } = await signedIn(app)
    await ask(await adminBrowser(app), id, 'Who owns it?')
    free(49)
    const saying = (length: number): typeof browser => ({
      ...browser,
      send: (path, init) =>
        browser.send(path, { ...init, headers: { 'content-length': String(length) } }),
    })
    const withFiles = await answer(saying(1e6), { request: '1', answer: 'Jo' })
    expect([withFiles.status, withFiles.text]).toEqual([
      503,
      expect.stringContaining('or answer without files'),
    ])
    const without = await answer(saying(500), { request: '1', answer: 'Jo' })
    expect(without.headers.get('location')).toBe('/client-portal?flash=answered')
  })
})

test('with 50 MiB free a new application is taken', async () => {
  free(50)
  expect(await submit(testApp().browser())).toMatch(/-/)
})

test('under 200 MiB the log says so, above it is silent', () => {
  const app = testApp()
  free(200)
  warnOfLowSpace(app.deps)
  expect(app.logged()).toEqual([])
  free(199)
  warnOfLowSpace(app.deps)
  expect(app.logged().join()).toContain('runs low')
})

test('a clean-up that may not write is loud and ends nothing; the next one does its work', async () => {
  const app = testApp()
  const id = await fillDraft(app.browser())
  app.clock.now += 31 * 24 * 60 * 60 * 1000
  acceptClock(app.deps)
  const { sqlite } = app.deps.db
  sqlite.pragma('query_only = ON')
  await cleanUp(app.deps)
  expect(app.logged().filter((line) => JSON.parse(line).level === 50)).toHaveLength(1)
  sqlite.pragma('query_only = OFF')
  const drafts = () => sqlite.prepare('select id from applications').pluck().all()
  expect(drafts()).toEqual([id])
  await cleanUp(app.deps)
  expect(drafts()).toEqual([])
})
