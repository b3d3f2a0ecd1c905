import { expect, test } from 'vitest'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { email, emailsOf } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const key = { 'idempotency-key': 'f0a1b2c3-0000-4000-8000-0123456789ab' }
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

/** Nothing of the owner's application reaches the stranger, with the cookies he has and without any. */
async function expectShutOut({ stranger, repeat, id }: Awaited<ReturnType<typeof strangersDraft>>) {
  for (const cookies of ['kept', 'none']) {
    if (cookies === 'none') stranger.cookies.clear()
    const again = await repeat()
    expect([again.status, again.headers.getSetCookie()]).toEqual([409, []])
    expect((await stranger.get('/client-form')).text).not.toContain('Owner Sample')
    const change = { 3: { invoiceEmail: 'thief@example.com' } }
    const refused = [401, 404]
    expect(refused).toContain((await stranger.put(`/api/applications/${id}`, change)).status)
    expect(refused).toContain((await stranger.get(`/api/applications/${id}/pdf`)).status)
  }
}

test('who made a draft that was handed over does not get it back by repeating the first save', async () => {
  const app = testApp()
  const { owner, ...made } = await takenOver(app)
  const named = { 4: { buyerName: 'Owner Sample' } }
  expect((await owner.put(`/api/applications/${made.id}`, named)).status).toBe(200)
  await expectShutOut(made)
  expect(emailsOf(app, 'duplicate-draft')).toHaveLength(1)
})

test.each([
  [
    'by its link',
    (app: TestApp, id: string, _: Browser) =>
      post(app.browser(), {
        action: 'discard',
        token: createDraftLink(app.deps, id, email, 'delete') ?? '',
      }),
  ],
  [
    'by Start again',
    (_: TestApp, __: string, browser: Browser) => post(browser, { action: 'start-again' }),
  ],
  ['with its person', (app: TestApp) => erasePerson(app.deps, email)],
])('a draft that was deleted %s is not opened by repeating its first save', async (_, remove) => {
  const app = testApp()
  const made = await strangersDraft(app)
  await remove(app, made.id, made.stranger)
  expect(app.dump()).toMatchObject({ applications: [], idempotency_keys: [], draft_tokens: [] })
  const owners = await fillDraft(app.browser())
  expect(owners).not.toBe(made.id)
  const again = await made.repeat()
  expect([again.status, again.headers.getSetCookie()]).toEqual([409, []])
})
