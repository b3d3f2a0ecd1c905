import { expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { PdfFailed } from '#src/pdf/pdf-errors.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { adminBrowser, onAccount } from '../../support/app/admins.ts'
import { startDraft } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { withDrawing } from '../../support/app/held-drawing.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { noise, stroke } from '../../support/pdf/signatures.ts'

const line = toDataUri(makePng(stroke))
const other = toDataUri(makePng({ ...stroke, height: 12 }))
const drawn = (authSignature: string) => finalSave({ authSignature })

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

const costly = { width: 40, height: 20, colour: 6, depth: 8 }

test.each([
  ['with 16 bits a channel', makePng(noise({ ...costly, depth: 16 }, false))],
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
