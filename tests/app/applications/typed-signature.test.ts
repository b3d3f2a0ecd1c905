import { expect, test } from 'vitest'
import { createDraftLink, takeOverDraft } from '#src/domain/applications/draft-links.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { fillDraft, startDraft, stored } from '../../support/app/applicants.ts'
import { answers, finalSave } from '../../support/app/application-answers.ts'
import { withDrawing } from '../../support/app/held-drawing.ts'

const signer = 'Tomasz Żółć'
const typed = { ...finalSave({ authSignature: undefined }), typedName: signer }

test.each([
  ['has died', new PdfFailed('The document process ended (SIGKILL)')],
  ['is busy', new PdfBusy('Too many documents wait')],
])(
  'while the document process %s, a typed signature is refused and nothing is lost',
  async (_, error) => {
    const { app, drawing } = withDrawing('string')
    const browser = app.browser()
    const id = await startDraft(browser)
    drawing.fails = error
    const before = app.dump()
    const refused = await browser.put(`/api/applications/${id}`, typed)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(refused.json?.message).toMatch(/signature cannot be stored right now/)
    expect(app.dump()).toEqual(before)
    drawing.fails = null
    expect((await browser.put(`/api/applications/${id}`, typed)).status).toBe(200)
    expect(stored(app, id)).toMatchObject({
      application: { status: 'submitted' },
      signatures: [{ hasInk: true, typedName: signer }],
    })
  },
)

test('a submit that is sent again gets its answer without the document process', async () => {
  const { app, drawing } = withDrawing('string')
  const browser = app.browser()
  const id = await startDraft(browser)
  const path = `/api/applications/${id}`
  const first = await browser.put(path, typed)
  drawing.fails = new PdfFailed('gone')
  const again = await browser.put(path, typed)
  expect([again.status, again.text]).toEqual([200, first.text])
  expect((await browser.put(path, { ...typed, typedName: 'Somebody Else' })).status).toBe(503)
  drawing.fails = null
  expect((await browser.put(path, { ...typed, typedName: 'Somebody Else' })).status).toBe(409)
  expect(stored(app, id).signatures).toMatchObject([{ typedName: signer }])
})

test('what was sent while a signature was drawn is written after it', async () => {
  const { app, drawing } = withDrawing('string')
  const browser = app.browser()
  const id = await startDraft(browser)
  const path = `/api/applications/${id}`
  const release = drawing.hold()
  const [siteContact, later] = ['Sent First', 'Sent Second']
  const directors = [{ name: siteContact }]
  const first = browser.put(path, { 2: { directors }, 5: { siteContact }, typedName: signer })
  await drawing.asked
  const saves = [
    first,
    browser.put(path, { 5: { siteContact: later } }),
    browser.post(`${path}/directors`, { directors: [{ name: later, position: '' }] }),
  ]
  // they have arrived when a later request has been answered
  for (const _ of saves) await browser.get('/client-form')
  release()
  for (const { status, text } of await Promise.all(saves)) expect(status, text).toBe(200)
  expect(stored(app, id)).toMatchObject({
    application: { siteContact: later },
    directors: [{ name: later }],
    signatures: [{ typedName: signer }],
  })
})

test('a form posted meanwhile shows its sender nothing that the new holder saved', async () => {
  const { app, drawing } = withDrawing('string')
  const former = app.browser()
  const id = await fillDraft(former)
  const release = drawing.hold()
  const posted = former.postForm('/client-form', {
    ...answers[4],
    typedName: signer,
    step: 'next:4',
  })
  await drawing.asked
  const reader = app.browser()
  const resume = createDraftLink(app.deps, id, answers[1].mainEmail, 'resume') ?? ''
  reader.cookies.set('draft', takeOverDraft(app.deps, resume, null).token)
  const directors = [{ name: 'Private Sample', position: '' }]
  const saved = reader.post(`/api/applications/${id}/directors`, { directors })
  // the save waits for its turn when a later request has been answered
  await reader.get('/client-form')
  release()
  expect((await saved).status).toBe(200)
  const { status, text } = await posted
  expect(status).toBe(404)
  for (const kept of ['Private Sample', id, 'data:image/png']) expect(text).not.toContain(kept)
  expect(text).toContain(`value="${answers[4].buyerName}"`)
})
