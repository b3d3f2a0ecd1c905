import { beforeEach, describe, expect, test } from 'vitest'
import { copiesIn } from '#db/copies.ts'
import { backupsOf, makeCopy } from '#src/domain/backup/local-copies.ts'
import { hours } from '#src/domain/calendar.ts'
import { createMoveToken } from '#src/domain/clients/client-links.ts'
import { markSent } from '#src/domain/jobs/jobs.ts'
import { takeEmail } from '#src/domain/mailing/delivery.ts'
import { warningsOf } from '#src/domain/maintenance/health.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { finalSave, sectionSave, wholeForm } from '../../support/app/application-answers.ts'
import type { Answer, Browser } from '../../support/app/browser.ts'
import { askToMove, password, passwordToken, signedIn } from '../../support/app/clients.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { expectError } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'
import { freeSpace } from '../../support/backup/free-space.ts'
import { answer, ask, pdf } from '../../support/requests.ts'

const free = (mebibytes: number) => freeSpace(mebibytes * 1024 * 1024)

beforeEach(() => void free(1_000_000))

/** An application with a question to its customer, a draft that holds all but the submit, and who may write them. */
async function busyApp() {
  const app = testApp()
  const { id, browser: customer } = await signedIn(app, { mainEmail: 'customer@example.com' })
  const admin = await adminBrowser(app)
  await ask(admin, id, 'Who owns it?')
  const applicant = app.browser()
  const draft = await fillDraft(applicant)
  return { app, id, customer, admin, applicant, draft }
}

type Busy = Awaited<ReturnType<typeof busyApp>>
type Write = [name: string, write: (busy: Busy) => Promise<Answer>]

/** Wraps the browser so that it states the length of its bodies. */
const saying = (browser: Browser, length: number): Browser => ({
  ...browser,
  send: (path, init) =>
    browser.send(path, {
      ...init,
      headers: { ...init?.headers, 'content-length': String(length) },
    }),
})

const typed = 'typed@example.com'
const fields = { email: typed, password }

describe('with less than 50 MiB free nothing more is taken from applicants and customers', () => {
  const calls: Write[] = [
    ['a first save', ({ app }) => app.browser().post('/api/applications', sectionSave(4))],
    [
      'a later save',
      ({ applicant, draft }) =>
        applicant.put(`/api/applications/${draft}`, sectionSave(4, { buyerName: typed })),
    ],
    [
      'a submit',
      ({ applicant, draft }) => applicant.put(`/api/applications/${draft}`, finalSave()),
    ],
    [
      'an edit in the portal',
      ({ customer }) => customer.put('/api/client/application/buyer', { buyerName: typed }),
    ],
    [
      'a request for a new password',
      ({ app }) => app.browser().post('/api/client/forgot-password', { email: typed }),
    ],
  ]
  const forms: Write[] = [
    [
      'a submit',
      ({ applicant, draft }) =>
        applicant.postForm('/client-form', wholeForm({ buyerName: typed, step: 'submit', draft })),
    ],
    ['an answer', ({ customer }) => answer(saying(customer, 500), { request: '1', answer: typed })],
    [
      'an answer with a file',
      ({ customer }) => answer(customer, { answer: typed, files: [pdf()] }),
    ],
  ]

  async function refused(write: Write[1]) {
    const busy = await busyApp()
    const before = busy.app.dump()
    free(49)
    const answered = await write(busy)
    expect([answered.status, answered.headers.get('retry-after')]).toEqual([503, '300'])
    expect(answered.text).toMatch(/cannot be stored right now/)
    expect(busy.app.dump()).toEqual(before)
    return answered
  }

  test.each(calls)('refuses %s by call with less than 50 MiB free', async (_, write) => {
    expectError(await refused(write))
  })

  test.each(forms)(
    'refuses %s by form with less than 50 MiB free, and shows again what was typed',
    async (_, write) => {
      expect((await refused(write)).text).toContain(typed)
    },
  )
})

describe('with less than 50 MiB free', () => {
  test('still lets staff decide, drafts be deleted, customers sign in and links work with little space free', async () => {
    const { app, id, admin, customer, applicant, draft } = await busyApp()
    await askToMove(customer, fields)
    const token = createMoveToken(app.deps, 1, typed) ?? ''
    free(1)
    const decided = await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'C-1' })
    expect(decided.status).toBe(200)
    const deleted = await applicant.postForm('/client-form', { action: 'start-again', draft })
    expect(deleted.headers.get('location')).toBe('/client-form?new')
    const entered = { email: 'customer@example.com', password }
    expect((await customer.post('/api/client/login', entered)).status).toBe(200)
    expect((await customer.post('/api/client/logout', {})).status).toBe(200)
    const moved = await customer.postForm('/client-login', { action: 'confirm-address', token })
    expect(moved.status).toBe(303)
    const set = { token: passwordToken(app, id), password }
    expect((await customer.post('/api/client/set-password', set)).status).toBe(200)
  })

  test('lets documents wait for space, and the emails that carry them for an hour', async () => {
    const app = testApp()
    await submit(app.browser())
    free(49)
    await issueAll(app)
    expect(storedDocuments(app)).toMatchObject([{ sealedAt: null }])
    const receipt = takeEmail(app.deps)
    expect(receipt?.kind).toBe('receipt')
    if (receipt) markSent(app.deps, receipt)
    expect(takeEmail(app.deps)).toBeNull()
    app.clock.now += hours(1)
    expect(takeEmail(app.deps)?.kind).toBe('new-application')
    free(50)
    await issueAll(app)
    expect(storedDocuments(app)).toMatchObject([{ sealedAt: app.clock.now }])
  })

  test('makes no copy of the database with less than 50 MiB free', async () => {
    const app = testApp()
    free(50)
    await expect(makeCopy(app.deps, true)).rejects.toThrow('MiB more have to be free')
    expect(copiesIn(backupsOf(app.deps.env), app.clock.now).newest).toBe(0)
  })
})

describe('files', () => {
  test('refuses files that would leave less than 50 MiB, and accepts the answer without them', async () => {
    const { customer } = await busyApp()
    free(51)
    const withFiles = await answer(saying(customer, 1e6), { request: '1', answer: 'Jo' })
    expect([withFiles.status, withFiles.text]).toEqual([
      503,
      expect.stringContaining('Files cannot be stored right now'),
    ])
    const without = await answer(saying(customer, 500), { request: '1', answer: 'Jo' })
    expect(without.headers.get('location')).toBe('/client-portal')
  })
})

test('logs one error when writes are first refused and one line when that ends', async () => {
  const app = testApp()
  const begin = () => app.browser().post('/api/applications', sectionSave(4))
  const aboutDisk = () => app.logged().filter((line) => line.includes('the disk of the data'))
  free(49)
  for (let n = 0; n < 3; n += 1) expect((await begin()).status).toBe(503)
  expect(aboutDisk()).toEqual([expect.stringContaining('"level":50')])
  free(50)
  for (let n = 0; n < 3; n += 1) expect((await begin()).status).toBe(201)
  expect(aboutDisk()).toEqual([expect.anything(), expect.stringContaining('has room again')])
})

test.each([
  [49, ['the disk of the data is full'], 'full, so applicants and customers cannot save anything.'],
  [199, ['the disk of the data runs low'], 'nearly full.'],
  [200, [], undefined],
])(
  'answers the health check with %i MiB free, warning of %j in the metrics and on the dashboard',
  async (mebibytes, warnings, words) => {
    free(mebibytes)
    const app = testApp()
    const answer = await app.browser().get('/api/health')
    expect([answer.status, answer.json]).toEqual([200, { status: 'ok' }])
    expect(warningsOf(app.deps)).toEqual(warnings)
    const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
    expect(/The server’s disk is (.*?\.)/.exec(text)?.[1]).toBe(words)
  },
)
