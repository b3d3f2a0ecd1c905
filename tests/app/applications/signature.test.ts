import { describe, expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { createDraftLink, takeOverDraft } from '#src/domain/applications/draft-links.ts'
import { signedDataOf } from '#src/domain/applications/frozen-data.ts'
import { drawSignature } from '#src/pdf/document/drawings.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { toDataUri } from '#src/security/png.ts'
import { adminBrowser, onAccount } from '../../support/app/admins.ts'
import { fillDraft, startDraft, stored } from '../../support/app/applicants.ts'
import {
  answers,
  finalSave,
  sectionSave,
  wholeForm,
} from '../../support/app/application-answers.ts'
import { withDrawing } from '../../support/app/held-drawing.ts'
import { scenarios } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'
import { pdfStandIn } from '../../support/pdf/pdf-stand-in.ts'
import { chunk, chunksOf, magic, makePng } from '../../support/pdf/png-maker.ts'
import { noise, padded, stroke } from '../../support/pdf/signatures.ts'

const [head, data, end] = chunksOf(stroke) as [Buffer, Buffer, Buffer]
const png = (...chunks: Buffer[]) => toDataUri(Buffer.concat([magic, ...chunks]))
const good = toDataUri(makePng(stroke))
const notSigned = 'Digital signature is required'

/** Two invalid signatures as a caller sends them; tests/unit/security tries every way to break a PNG. */
const refused: [string, unknown][] = [
  ['a word', 'signed'],
  ['a PNG with a script behind its end', png(head, data, end, Buffer.from('<script>'))],
]

describe('an invalid signature', () => {
  scenarios(
    refused.map(([name, authSignature]) => ({
      name,
      before: (browser) => startDraft(browser, 5),
      body: { 4: { buyerName: 'Not Kept' }, 5: { authSignature } },
      status: 400,
      message: notSigned,
      errors: { authSignature: notSigned },
    })),
  )
  scenarios([
    { name: 'an object', body: { authSignature: { src: good } }, status: 400 },
    {
      name: '128 KiB and one byte',
      body: { authSignature: toDataUri(padded(128 * 1024 + 1)) },
      status: 413,
    },
  ])
})

describe('a valid signature', () => {
  scenarios([
    {
      name: 'with words hidden in it: only its pixels are kept',
      body: {
        authSignature: png(head, chunk('tEXt', Buffer.from('Comment\0<script>')), data, end),
      },
      status: 201,
      after: ({ app, answer }) => {
        const [kept] = stored(app, String(answer.json?.id)).signatures
        expect(String(kept?.png)).toContain('PNG')
        expect(String(kept?.png)).not.toContain('<script>')
      },
    },
    {
      name: 'sent as null takes the one that is stored away',
      before: (browser) => startDraft(browser, 5),
      body: { authSignature: null },
      status: 200,
      after: ({ app, id }) => expect(stored(app, id).signatures).toEqual([]),
    },
  ])
})

const costly = { width: 40, height: 20, colour: 6, depth: 8 }

test.each([
  ['with 16 bits a channel', makePng(noise({ ...costly, depth: 16 }, false))],
  ['cut off within its header', makePng(stroke).subarray(0, 32)],
])('refuses a drawing %s before anything decodes it', async (_, png) => {
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

test('keeps the earlier signature when an administrator signs out while a new one is drawn', async () => {
  const { app, drawing } = withDrawing('object')
  const admin = await adminBrowser(app)
  const release = drawing.hold()
  const saved = onAccount(admin, 'signature', { signature: good })
  await drawing.asked
  await admin.post('/api/admin/logout')
  release()
  await saved
  const rows = app.deps.db.orm.select({ png: admins.signaturePng }).from(admins).all()
  expect(rows.map(({ png }) => png)).not.toContainEqual(expect.anything())
})

test('refuses a signature from a network that filled the queue, and accepts one from another network', async () => {
  const full = new Set<string>()
  const signature = async (drawing: string | Uint8Array, network: string) => {
    if (full.has(network)) throw new PdfBusy('Too many documents wait')
    full.add(network)
    return drawSignature(drawing, () => true)
  }
  const app = testApp({ deps: { pdf: { ...pdfStandIn(), signature } } })
  const sign = async (peer: string) => {
    return (await app.browser(peer).post('/api/applications', sectionSave(5))).status
  }
  expect(await sign('2001:db8:1:1::1')).toBe(201)
  expect(await sign('2001:db8:1:1::2')).toBe(503)
  expect(await sign('203.0.113.7')).toBe(201)
})

const signer = 'Tomasz Żółć'
const typed = { ...finalSave({ authSignature: undefined }), typedName: signer }

test('refuses a typed signature while the document process is busy, and loses nothing', async () => {
  const { app, drawing } = withDrawing('string')
  const browser = app.browser()
  const id = await startDraft(browser)
  drawing.fails = new PdfBusy('Too many documents wait')
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
})

test('answers a repeated submit without the document process', async () => {
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

test('writes what was sent while a signature was drawn after the signature', async () => {
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
  // The earlier requests have arrived when a later one is answered.
  for (const _ of saves) await browser.get('/client-form')
  release()
  for (const { status, text } of await Promise.all(saves)) expect(status, text).toBe(200)
  expect(stored(app, id)).toMatchObject({
    application: { siteContact: later },
    directors: [{ name: later }],
    signatures: [{ typedName: signer }],
  })
})

test('shows the sender of a form nothing that the draft’s new holder saved meanwhile', async () => {
  const { app, drawing } = withDrawing('string')
  const former = app.browser()
  const id = await fillDraft(former)
  const release = drawing.hold()
  const posted = former.postForm('/client-form', {
    ...answers[4],
    typedName: signer,
    step: 'next:4',
    draft: id,
  })
  await drawing.asked
  const reader = app.browser()
  const token = createDraftLink(app.deps, id, answers[1].mainEmail, 'resume') ?? ''
  const actor = { kind: 'applicant', tokenHash: null, address: '', agent: '' } as const
  reader.cookies.set('draft', takeOverDraft(app.deps, actor, token, null).token)
  const directors = [{ name: 'Private Sample', position: '' }]
  const saved = reader.post(`/api/applications/${id}/directors`, { directors })
  // The save waits for its turn once a later request is answered.
  await reader.get('/client-form')
  release()
  expect((await saved).status).toBe(200)
  const { status, text } = await posted
  expect(status).toBe(409)
  for (const kept of ['Private Sample', 'data:image/png']) expect(text).not.toContain(kept)
  expect(text).toContain(`value="${answers[4].buyerName}"`)
})

test('needs no name for a drawing, and uses a typed signature as the name', async () => {
  const app = testApp()
  const drawn = app.browser()
  const id = await fillDraft(drawn, { signerName: undefined })
  const nameless = wholeForm({ step: 'submit', draft: id, signerName: ' ' })
  const page = await drawn.postForm('/client-form', nameless)
  expect(page.headers.get('location')).toBe(`/success?id=${id}`)
  expect(signedDataOf(app.deps, id)?.fields.signerName).toBeNull()
  const other = app.browser()
  const changes = { signerName: undefined, mainEmail: 'other@example.com' }
  const byName = await fillDraft(other, changes)
  const draft = { draft: byName, step: 'submit', signing: 'type' }
  const unnamed = { ...changes, ...draft, authSignature: undefined }
  const refused = await other.postForm('/client-form', wholeForm(unnamed))
  expect(refused.status).toBe(400)
  expect(refused.text).toMatch(
    /href="#signerName">Digital signature is required: type your full name/,
  )
  const final = finalSave({ ...changes, authSignature: undefined, signerName: 'Somebody Else' })
  const typedOnly = { ...final, typedName: signer }
  expect((await other.put(`/api/applications/${byName}`, typedOnly)).status).toBe(200)
  expect(signedDataOf(app.deps, byName)?.fields.signerName).toBe(signer)
})

test('uses the signature that was chosen on screen in a posted form', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await startDraft(browser)
  const post = (signing: string, changes: object) =>
    browser.postForm(
      '/client-form',
      wholeForm({ step: 'read-back', draft: id, signing, ...changes }),
    )
  const kind = () => stored(app, id).signatures.map(({ typedName }) => typedName)
  const link = { step: 'email-link', authSignature: undefined }
  await post('type', { ...link, authSignature: good })
  expect(kind()).toEqual([answers[5].signerName])
  await post('draw', { ...link, authSignature: good, typedName: 'Somebody Else' })
  expect(kind()).toEqual([null])
  const { text } = await post('draw', { authSignature: undefined })
  expect(text).toMatch(/<img src="data:image\/png[^>]*alt="Your signature"/)
})
