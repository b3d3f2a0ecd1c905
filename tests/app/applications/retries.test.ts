import { expect, test } from 'vitest'
import { transact } from '#db/transaction.ts'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { removeApplication } from '#src/domain/applications/drafts.ts'
import { actionsWith, type ErasingAction } from '#src/domain/audit/actions.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { refusals } from '#src/domain/refusal.ts'
import { fillDraft, stored } from '../../support/app/applicants.ts'
import { finalSave, sectionSave, wholeForm } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { email, emailsOf } from '../../support/app/clients.ts'
import { issueAll } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const day = 24 * 60 * 60 * 1000
const key = { 'idempotency-key': 'f0a1b2c3-0000-4000-8000-0123456789ab' }
const save = sectionSave(1)

test('gives a retry with the same key the first answer, and stores one application', async () => {
  const app = testApp()
  const browser = app.browser()
  const first = await browser.post('/api/applications', save, key)
  const again = await browser.post('/api/applications', save, key)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.json).toEqual(first.json)
  expect(app.dump().applications).toHaveLength(1)
  expect(app.dump().events).toHaveLength(1)
})

test('lets a browser that never saw the first answer write the draft after its retry', async () => {
  const app = testApp()
  await app.browser().post('/api/applications', save, key)
  const browser = app.browser()
  const again = await browser.post('/api/applications', save, key)
  const saved = await browser.put(`/api/applications/${again.json?.id}`, sectionSave(3))
  expect(saved.status).toBe(200)
})

test('ignores a key that could be guessed', async () => {
  const app = testApp()
  const post = async (length: number) => {
    const key = { 'idempotency-key': 'k'.repeat(length) }
    return (await app.browser().post('/api/applications', sectionSave(4), key)).json?.id
  }
  expect(await post(21)).not.toBe(await post(21))
  expect(await post(22)).toBe(await post(22))
})

test('accepts a corrected save under a key that has stored nothing', async () => {
  const browser = testApp().browser()
  const wrong = await browser.post('/api/applications', sectionSave(1, { businessName: '' }), key)
  const right = await browser.post('/api/applications', save, key)
  expect([wrong.status, right.status]).toEqual([400, 201])
})

test('gives a retry of the first save after the submit the answer but no cookie', async () => {
  const app = testApp()
  const owner = app.browser()
  const made = await owner.post('/api/applications', save, key)
  const id = String(made.json?.id)
  await owner.put(`/api/applications/${id}`, finalSave())
  const late = app.browser()
  const again = await late.post('/api/applications', save, key)
  expect(again.json).toEqual({ id, status: 'submitted', completionPercentage: 100 })
  expect(again.headers.getSetCookie()).toEqual([])
  expect((await late.get(`/api/applications/${id}/pdf`)).status).toBe(401)
  const held = app.dump().draft_tokens as { access: string; expires_at: number }[]
  expect(held).toMatchObject([{ access: 'read', expires_at: app.clock.now + 7 * day }])
  await issueAll(app)
  expect((await owner.get(`/api/applications/${id}/pdf`)).status).toBe(200)
})

const { status: _, submittedAt: __, ...everything } = finalSave()

/** A stranger's draft with the owner's address, made with a key that only the stranger knows. */
async function strangersDraft(app: TestApp) {
  const stranger = app.browser()
  const repeat = () => stranger.post('/api/applications', everything, key)
  return { stranger, repeat, id: String((await repeat()).json?.id) }
}

const post = (browser: Browser, form: Record<string, string>) =>
  browser.postForm('/client-form', form)

async function takenOver(app: TestApp) {
  const made = await strangersDraft(app)
  const owner = app.browser()
  const token = createDraftLink(app.deps, made.id, email, 'resume') ?? ''
  expect((await post(owner, { action: 'resume', token })).status).toBe(303)
  return { ...made, owner }
}

/** Expects the stranger to see nothing of the owner's application, with and without cookies. */
async function expectShutOut({ stranger, repeat, id }: Awaited<ReturnType<typeof strangersDraft>>) {
  for (const cookies of ['kept', 'none']) {
    if (cookies === 'none') stranger.cookies.clear()
    const again = await repeat()
    expect([again.status, again.headers.getSetCookie()]).toEqual([404, []])
    expect((await stranger.get('/client-form')).text).not.toContain('Owner Sample')
    const change = { 3: { invoiceEmail: 'thief@example.com' } }
    const refused = [401, 404]
    expect(refused).toContain((await stranger.put(`/api/applications/${id}`, change)).status)
    expect(refused).toContain((await stranger.get(`/api/applications/${id}/pdf`)).status)
  }
}

test('does not return a draft that was handed over to a browser that repeats the first save', async () => {
  const app = testApp()
  const { owner, ...made } = await takenOver(app)
  const named = { 4: { buyerName: 'Owner Sample' } }
  expect((await owner.put(`/api/applications/${made.id}`, named)).status).toBe(200)
  await expectShutOut(made)
  expect(emailsOf(app, 'duplicate-draft')).toEqual([])
})

test('does not bring a deleted draft back when its first save is repeated', async () => {
  const app = testApp()
  const made = await strangersDraft(app)
  await post(made.stranger, { action: 'start-again', draft: made.id })
  expect(app.dump()).toMatchObject({ applications: [], draft_tokens: [] })
  expect(await fillDraft(app.browser())).not.toBe(made.id)
  const again = await made.repeat()
  expect([again.status, again.headers.getSetCookie()]).toEqual([404, []])
})

const removals: [why: string, (app: TestApp, id: string) => unknown][] = [
  ['its person was erased', (app) => erasePerson(app.deps, email)],
  ...(actionsWith('erases') as ErasingAction[]).map((action): (typeof removals)[number] => [
    `it left the event "${action}"`,
    (app, id) =>
      transact(app.deps, (tx) =>
        removeApplication(tx, { kind: 'system' }, stored(app, id).application, action),
      ),
  ]),
]

test.each(removals)(
  'returns no draft with its first save once %s: neither by the key nor without scripts',
  async (_, remove) => {
    const app = testApp()
    const repeats = [
      async () => (await app.browser().post('/api/applications', everything, key)).status,
      async () => {
        const { status, text } = await app
          .browser()
          .postForm('/client-form', wholeForm({ step: 'next:1' }))
        if (status === 409) expect(text).toContain(refusals.draftNotOpen)
        return status
      },
    ]
    for (const repeat of repeats) {
      expect(await repeat()).toBeLessThan(400)
      const { id } = (app.dump().applications as { id: string }[])[0] ?? { id: '' }
      await remove(app, id)
      expect([404, 409]).toContain(await repeat())
      expect(app.dump().applications).toEqual([])
    }
  },
)
