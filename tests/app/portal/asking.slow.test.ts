import { describe, expect, test } from 'vitest'
import { jobs } from '#db/schema/jobs.ts'
import { refusals } from '#src/domain/refusal.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { startDraft, submit } from '../../support/app/applicants.ts'
import { clientBrowser, emailsOf, signedIn } from '../../support/app/clients.ts'
import { review } from '../../support/app/review.ts'
import { testApp } from '../../support/app/test-app.ts'
import { answer, ask, requestsOf } from '../../support/requests.ts'

const question = 'Please send your last accounts.\nAnd who is the owner?'

describe('a request for information', () => {
  test('sends a request for information from the record by email to the portal, and its answer back', async () => {
    const app = testApp()
    const { id, browser } = await signedIn(app)
    const admin = await adminBrowser(app)
    expect((await ask(admin, id, question)).headers.get('location')).toContain('done=ask')
    expect(emailsOf(app, 'information-request')).toMatchObject([
      { application: id, text: question, to: { address: 'office@sample-calibration.example.com' } },
    ])
    expect((await admin.get(`/admin/applications/${id}`)).text).toContain(
      'Waiting for the customer',
    )

    const portal = await browser.get('/client-portal')
    expect(portal.text).toContain('We need more information from you')
    expect(portal.text).toContain(question)
    // Otherwise Back would show the answer to the next person who signs in.
    expect(portal.text).toMatch(/<textarea [^>]*autoComplete="off"/)
    const sent = await answer(browser, { answer: 'Jo Example owns it.' })
    expect(sent.headers.get('location')).toBe('/client-portal')
    expect(emailsOf(app, 'request-answered')).toMatchObject([{ application: id, owner: null }])
    expect(await requestsOf(admin, id)).toMatchObject([
      {
        text: question,
        askedBy: 'reviewer',
        answer: 'Jo Example owns it.',
        answeredAt: '2026-11-20T10:00:00.000Z',
        closedAt: null,
      },
    ])
    expect((await browser.get('/client-portal')).text).toContain('Answer sent')
    const after = await browser.get('/client-portal')
    expect(after.text).toContain('Jo Example owns it.')
    expect(after.text).toContain('We have your answer')
    expect(after.text).not.toContain('Answer sent')
    const record = await admin.get(`/api/applications/${id}`)
    expect(record.json).toMatchObject({ status: 'submitted' })
    expect(JSON.stringify(record.json?.history)).toContain('information request answered')
  })

  test('allows one open request for information, and only while the application is submitted', async () => {
    const { app, id, admin } = await review()
    await ask(admin, id, question)
    const second = await ask(admin, id, 'Typed by somebody else')
    expect(second.status).toBe(409)
    expect(second.text).toContain('has been asked already')
    expect(second.text).toContain('Typed by somebody else')
    const draft = await startDraft(app.browser())
    expect((await ask(admin, draft, question)).status).toBe(409)
    expect(emailsOf(app, 'information-request')).toHaveLength(1)
  })

  test('sends a request for information again by email while it is open', async () => {
    const app = testApp()
    const { id } = await signedIn(app)
    const admin = await adminBrowser(app)
    await ask(admin, id, question)
    app.deps.db.orm.update(jobs).set({ state: 'sent', sentAt: 0 }).run()
    const path = `/admin/applications/${id}`
    const { json } = await admin.get(`/api/applications/${id}`)
    const emails = json?.emails as { id: number; kind: string }[]
    const email = String(emails.find(({ kind }) => kind === 'information-request')?.id)
    const again = () => admin.postForm(path, { action: 'send-again', email })
    expect((await again()).status).toBe(303)
    expect(emailsOf(app, 'information-request')).toHaveLength(2)
    const [request] = await requestsOf(admin, id)
    await admin.postForm(path, { action: 'withdraw', request: String(request?.id) })
    expect((await again()).status).toBe(409)
  })

  test('lets a request for information be withdrawn and asked again', async () => {
    const app = testApp()
    const { id, browser } = await signedIn(app)
    const admin = await adminBrowser(app)
    await ask(admin, id, question)
    const asked = String((await requestsOf(admin, id))[0]?.id)
    const path = `/admin/applications/${id}`
    await admin.postForm(path, { action: 'withdraw', request: asked })
    const withdrawn = (await browser.get('/client-portal')).text
    expect(withdrawn).not.toContain('We need more information')
    expect(withdrawn).toContain('We have your application')
    expect((await admin.postForm(path, { action: 'withdraw', request: asked })).status).toBe(409)
    const late = await answer(browser, { request: asked, answer: 'Late' })
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('no longer open')])
    expect(late.text).toContain('This is what you wrote:</p><p class="lines">Late</p>')
    await ask(admin, id, 'Another question')
    const other = await answer(browser, { request: asked, answer: 'Late' })
    expect(other.text).toContain('This is what you wrote:</p><p class="lines">Late</p>')
    expect(other.text).toMatch(/<textarea [^>]*name="answer"[^>]*><\/textarea>/)
    expect(await requestsOf(admin, id)).toMatchObject([
      { text: 'Another question', closedAt: null },
      { text: question, closedAt: '2026-11-20T10:00:00.000Z', answer: null },
    ])
  })

  test.each([
    ['approve', { customerCode: 'C-1' }],
    ['reject', {}],
  ])('closes a request for information with a decision: %s', async (decision, body) => {
    const app = testApp()
    const { id, browser } = await signedIn(app)
    const admin = await adminBrowser(app)
    await ask(admin, id, question)
    const request = String((await requestsOf(admin, id))[0]?.id)
    expect((await admin.patch(`/api/applications/${id}/${decision}`, body)).status).toBe(200)
    expect((await answer(browser, { request, answer: 'Late' })).status).toBe(409)
    expect((await requestsOf(admin, id))[0]).toMatchObject({ answer: null, answeredAt: null })
    expect((await browser.get('/client-portal')).text).not.toContain(question)
  })

  test('refuses a decision on a record from before the answer, so that nobody overlooks it', async () => {
    const app = testApp()
    const { id, browser } = await signedIn(app)
    const admin = await adminBrowser(app)
    await ask(admin, id, question)
    const path = `/api/applications/${id}`
    const seen = { 'if-match': (await admin.get(path)).headers.get('etag') ?? '' }
    await answer(browser, { answer: 'Here is your proof' })
    expect((await admin.patch(`${path}/reject`, {}, seen)).status).toBe(412)
    expect((await admin.get(path)).json?.status).toBe('submitted')
  })

  test('stores one answer for a double click, and says that it was sent', async () => {
    const app = testApp()
    const { id, browser } = await signedIn(app)
    const admin = await adminBrowser(app)
    await ask(admin, id, question)
    const request = String((await requestsOf(admin, id))[0]?.id)
    const sent = []
    for (const text of ['Jo', 'Jo', 'Another'])
      sent.push((await answer(browser, { request, answer: text })).status)
    expect(sent).toEqual([303, 303, 409])
    expect(emailsOf(app, 'request-answered')).toHaveLength(1)
    expect((await requestsOf(admin, id))[0]?.answer).toBe('Jo')
  })

  test('accepts an answer from the customer who was asked, and nobody else', async () => {
    const app = testApp()
    const { id } = await signedIn(app)
    const other = await submit(app.browser(), { mainEmail: 'other@sample.example' })
    const admin = await adminBrowser(app)
    await ask(admin, id, question)
    const request = String((await requestsOf(admin, id))[0]?.id)
    const stranger = await answer(clientBrowser(app, other), { request, answer: 'Not mine' })
    expect(stranger.status).toBe(409)
    expect((await requestsOf(admin, id))[0]).toMatchObject({ answer: null })
  })

  test('refuses an answer once the browser is signed in to another account', async () => {
    const app = testApp()
    const { id } = await signedIn(app)
    const other = await submit(app.browser(), { mainEmail: 'other@sample.example' })
    await ask(await adminBrowser(app), id, question)
    const sent = await answer(clientBrowser(app, other), { application: id, answer: 'Mine' })
    expect([sent.status, sent.text]).toEqual([412, expect.stringContaining(refusals.otherAccount)])
    expect(sent.text).not.toContain('Mine')
  })
})
