import { expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { adminBrowser, onAccount } from '../../support/app/admins.ts'
import { startDraft, stored } from '../../support/app/applicants.ts'
import { answers, finalSave } from '../../support/app/application-answers.ts'
import { withDrawing } from '../../support/app/held-drawing.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { noise, stroke } from '../../support/pdf/signatures.ts'

const line = toDataUri(makePng(stroke))
const other = toDataUri(makePng({ ...stroke, height: 12 }))
const drawn = (authSignature: string) => finalSave({ authSignature })

test.each([
  ['has died', new PdfFailed('The document process ended (SIGKILL)')],
  ['is busy', new PdfBusy('Too many documents wait')],
])('while the document process %s, a drawing is refused and nothing is lost', async (_, error) => {
  const { app, drawing } = withDrawing('object')
  const browser = app.browser()
  const id = await startDraft(browser, 4)
  drawing.fails = error
  const before = app.dump()
  const refused = await browser.put(`/api/applications/${id}`, drawn(line))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(refused.json?.message).toMatch(/signature cannot be stored right now/)
  expect(app.dump()).toEqual(before)
  drawing.fails = null
  expect((await browser.put(`/api/applications/${id}`, drawn(line))).status).toBe(200)
  expect(stored(app, id)).toMatchObject({
    application: { status: 'submitted' },
    signatures: [{ hasInk: true, typedName: null }],
  })
})

test('a drawing that is stored is not decoded again, before the submit or after it', async () => {
  const { app, drawing } = withDrawing('object')
  const browser = app.browser()
  const id = await startDraft(browser, 4)
  const path = `/api/applications/${id}`
  expect((await browser.put(path, { 5: { authSignature: line }, unfinished: true })).status).toBe(
    200,
  )
  drawing.fails = new PdfFailed('gone')
  const first = await browser.put(path, drawn(line))
  const again = await browser.put(path, drawn(line))
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  expect((await browser.put(path, drawn(other))).status).toBe(503)
  drawing.fails = null
  expect((await browser.put(path, drawn(other))).status).toBe(409)
})

test('without scripts the rest is kept when a drawing cannot be decoded', async () => {
  const { app, drawing } = withDrawing('object')
  drawing.fails = new PdfFailed('gone')
  const browser = app.browser()
  const { status, text } = await browser.postForm('/client-form', {
    ...answers[4],
    authSignature: line,
    step: 'submit',
  })
  expect([status, text]).toEqual([503, expect.stringContaining('cannot be stored right now')])
  expect((await browser.get('/client-form')).text).toContain(answers[4].buyerName)
})

const costly = { width: 40, height: 20, colour: 6, depth: 8 }

test.each([
  ['with 16 bits a channel', makePng(noise({ ...costly, depth: 16 }, false))],
  ['that is interlaced', makePng(noise({ ...costly, interlaced: true }, false))],
  ['that is too wide', makePng({ ...stroke, width: 1201 })],
  ['cut off within its header', makePng(stroke).subarray(0, 32)],
])('a drawing %s is refused before anything decodes it', async (_, png) => {
  const { app, drawing } = withDrawing('object')
  drawing.fails = new Error('decoded')
  const authSignature = toDataUri(png)
  const refused = await app.browser().post('/api/applications', { authSignature })
  expect([refused.status, refused.json?.message]).toEqual([400, 'Digital signature is required'])
  const admin = await adminBrowser(app)
  const ofAdmin = await onAccount(admin, 'signature', { signature: authSignature })
  expect([ofAdmin.status, ofAdmin.text]).toEqual([
    400,
    expect.stringContaining('Signature is required'),
  ])
})

test("an administrator's drawing is refused while the document process is busy", async () => {
  const { app, drawing } = withDrawing('object')
  const admin = await adminBrowser(app)
  drawing.fails = new PdfBusy('Too many documents wait')
  const refused = await onAccount(admin, 'signature', { signature: line })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
})

test.each(['string', 'object'] as const)(
  'an administrator who signs out while a signature is drawn (%s) keeps the earlier one',
  async (kind) => {
    const { app, drawing } = withDrawing(kind)
    const admin = await adminBrowser(app)
    const release = drawing.hold()
    const fields = kind === 'object' ? { signature: line } : { typedName: 'Jo Sample' }
    const saved = onAccount(admin, 'signature', fields)
    await drawing.asked
    await admin.post('/api/admin/logout')
    release()
    await saved
    const rows = app.deps.db.orm.select({ png: admins.signaturePng }).from(admins).all()
    expect(rows.map(({ png }) => png)).not.toContainEqual(expect.anything())
  },
)
