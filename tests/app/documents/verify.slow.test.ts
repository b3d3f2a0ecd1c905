import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { documentCertificates } from '#db/schema/documents.ts'
import { days } from '#src/domain/calendar.ts'
import { currentSealKey } from '#src/domain/documents/certificates.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { makeSealKey } from '#src/pdf/seal/seal-key.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { issue, pdfBytes, sha256Of } from '../../support/app/issued-documents.ts'
import { expectError } from '../../support/app/scenarios.ts'
import { tamper } from '../../support/app/tamper.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const document = pdfBytes('signed')

const asked = async (app: TestApp, sha256: string) =>
  (await app.browser().get(`/api/verify/${sha256}`)).json

async function signed() {
  const app = testApp()
  const id = await submit(app.browser())
  return { app, id, sha256: issue(app, id, document) }
}

async function decide(app: TestApp, id: string, action: 'approve' | 'reject') {
  const admin = await adminBrowser(app)
  const { status } = await admin.patch(`/api/applications/${id}/${action}`, { customerCode: 'C-1' })
  expect(status).toBe(200)
  return issue(app, id, pdfBytes(`${action} ${app.clock.now}`), 'countersigned')
}

function post(browser: Browser, ...files: [name: string, bytes: Uint8Array | string][]) {
  const body = new FormData()
  for (const [name, bytes] of files)
    body.append('file', new Blob([bytes as BlobPart], { type: 'application/pdf' }), name)
  return browser.send('/verify', { method: 'POST', body })
}

/** What the page says in its card, or in its summary of errors. */
const said = (html: string) => {
  const page = html
  const [, card = ''] = /<section class="outcome"(.*?)<\/section>/s.exec(page) ?? []
  const [, faults = ''] = /<div class="error-summary"(.*?)<\/div>/s.exec(page) ?? []
  return (card + faults).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

const unchanged = {
  issued: true,
  kind: 'signed',
  frozenAt: '2026-11-20T10:00:00.000Z',
  sealedAt: '2026-11-20T10:00:02.000Z',
  amended: false,
  superseded: false,
  erased: false,
}

describe('a stranger who checks a document', () => {
  test('tells a stranger that a signed document was issued here and when, and nothing else', async () => {
    const { app, sha256 } = await signed()
    const answer = await app.browser().get(`/api/verify/${sha256}`)
    expect([answer.status, answer.json]).toEqual([200, unchanged])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await asked(app, sha256Of('another file'))).toEqual({ issued: false })
    const applicant = app.browser()
    const draft = await fillDraft(applicant, { mainEmail: 'draft@example.com' })
    await (await adminBrowser(app)).patch(`/api/applications/${draft}`, { buyerName: 'Before' })
    await applicant.put(`/api/applications/${draft}`, { status: 'submitted' })
    expect(await asked(app, issue(app, draft, pdfBytes('draft')))).toEqual(unchanged)
  })

  test.each(['the customer', 'an administrator'])(
    'shows an amendment for a document whose details were edited since by %s',
    async (who) => {
      const { app, id, sha256 } = await signed()
      if (who === 'the customer')
        await clientBrowser(app, id).put('/api/client/application/buyer', { buyerName: 'New Name' })
      else
        await (await adminBrowser(app)).patch(`/api/applications/${id}`, { buyerName: 'New Name' })
      expect(await asked(app, sha256)).toEqual({ ...unchanged, amended: true })
    },
  )

  test('says that a later decision replaced this one, even if the clock was set back', async () => {
    const { app, id } = await signed()
    const first = await decide(app, id, 'approve')
    app.clock.now -= 5 * 60_000
    const second = await decide(app, id, 'reject')
    expect((await asked(app, first))?.superseded).toBe(true)
    expect((await asked(app, second))?.superseded).toBe(false)
    const admin = await adminBrowser(app)
    const file = await admin.get(`/api/applications/${id}/pdf?version=countersigned`)
    expect(sha256Of(file.text)).toBe(second)
  })

  test('says that a decision with a corrected customer code replaced this one', async () => {
    const { app, id } = await signed()
    const first = await decide(app, id, 'approve')
    const admin = await adminBrowser(app)
    await admin.postForm(`/admin/applications/${id}`, { action: 'correct', customerCode: 'C-2' })
    const second = issue(app, id, pdfBytes('corrected'), 'countersigned')
    expect((await asked(app, first))?.superseded).toBe(true)
    expect((await asked(app, second))?.superseded).toBe(false)
  })

  test('says that the content of an erased person’s document is gone', async () => {
    const { app, sha256 } = await signed()
    await erasePerson(app.deps, answers[1].mainEmail)
    expect(await asked(app, sha256)).toEqual({ ...unchanged, erased: true })
  })

  test('recognises the files that the server sealed, also one inside another', async () => {
    const app = testApp()
    const id = await submit(app.browser())
    await (await adminBrowser(app)).patch(`/api/applications/${id}/approve`, {
      customerCode: 'C-1',
    })
    await issueAll(app)
    const [first, second] = storedDocuments(app).map(({ pdf }) => pdf ?? Buffer.alloc(0))
    const { attachments } = await PDF.load(second ?? Buffer.alloc(0))
    for (const file of [first, attachments.get('signed.pdf')])
      expect(await asked(app, sha256Of(file ?? ''))).toMatchObject({ kind: 'signed' })
    expect(await asked(app, sha256Of(second ?? ''))).toMatchObject({ kind: 'countersigned' })
  })
})

describe('a SHA-256 as people pass it on', () => {
  const forms: [string, (hex: string) => string][] = [
    ['in groups of four, in capitals', (hex) => hex.toUpperCase().match(/.{4}/g)?.join(' ') ?? ''],
    ['with a line break and blanks around it', (hex) => ` ${hex.slice(0, 32)}\n${hex.slice(32)} `],
    ['as openssl prints it', (hex) => `SHA2-256(document.pdf)= ${hex}`],
  ]

  test.each(forms)('reads a SHA-256 as people pass it on: %s', async (_, form) => {
    const { app, sha256 } = await signed()
    expect(await asked(app, encodeURIComponent(form(sha256)))).toEqual(unchanged)
  })

  test.each([
    ['too long', 'ab'.repeat(33)],
    ['of full-width digits', '１'.repeat(64)],
    ['two of them', `${'ab'.repeat(32)} ${'cd'.repeat(32)}`],
    ['a quote', "' or 1=1 --"],
    ['a NUL', '\0'],
  ])('refuses a text that is no SHA-256: %s', async (_, text) => {
    const answer = await testApp()
      .browser()
      .get(`/api/verify/${encodeURIComponent(text)}`)
    expect(answer.status).toBe(400)
    expectError(answer)
    expect(answer.json?.message).toContain('A SHA-256 has 64 characters')
  })
})

test('lists all certificates, newest first, without a key or any that was written into the file', async () => {
  const app = testApp()
  app.deps.db.sqlite.exec('delete from document_certificates')
  const old = await currentSealKey(app.deps)
  app.clock.now += days(3640)
  const present = await currentSealKey(app.deps)
  const { fingerprint, pem, expiresAt } = (await makeSealKey('Forged Ltd', app.clock.now)).key
  const planted = { fingerprint, pem, expiresAt, createdAt: app.clock.now }
  app.deps.db.orm.insert(documentCertificates).values([planted]).run()
  await submit(app.browser())
  await issueAll(app)
  tamper(app.deps.db.path, `update documents set certificate = '${fingerprint}'`)
  const { status, headers, text } = await app.browser().get('/.well-known/countersign.pem')
  expect([status, text]).toEqual([200, present.pem + old.pem])
  expect(headers.get('content-type')).toBe('application/x-pem-file')
  const groups = old.fingerprint.toUpperCase().match(/.{4}/g)?.join(' ')
  expect((await app.browser().get('/verify')).text).toContain(groups)
})

describe('the page without scripts', () => {
  type Prepare = (scene: { app: TestApp; id: string }) => Promise<Uint8Array> | Uint8Array
  const outcomes: [name: string, prepare: Prepare, says: string[]][] = [
    [
      'an untouched document',
      () => document,
      ['Issued here and unchanged', 'Signed document', '20 November 2026 at 10:00'],
    ],
    [
      'a document whose application was edited since',
      async ({ app, id }) => {
        await (await adminBrowser(app)).patch(`/api/applications/${id}`, { buyerName: 'New Name' })
        return document
      },
      ['Issued here, details amended since'],
    ],
    [
      'a signed document whose application was decided since',
      async ({ app, id }) => {
        await decide(app, id, 'approve')
        return document
      },
      ['Issued here and unchanged', 'The application has been decided since'],
    ],
    [
      'a decision that a later one replaced',
      async ({ app, id }) => {
        const first = pdfBytes(`approve ${app.clock.now}`)
        await decide(app, id, 'approve')
        app.clock.now += 60_000
        await decide(app, id, 'reject')
        return first
      },
      ['Issued here, replaced by a later decision', 'Decision document', 'Decided'],
    ],
    [
      'a document that was erased since',
      async ({ app }) => {
        await erasePerson(app.deps, answers[1].mainEmail)
        return document
      },
      ['Issued here, content erased since'],
    ],
    [
      'a document with one byte changed',
      () => document.map((byte, at) => (at === 12 ? byte ^ 1 : byte)),
      ['Not issued here', 'This file has no seal of ours', 'the seal removed'],
    ],
    [
      'a sealed document that was changed',
      () => Buffer.concat([document, Buffer.from('/ByteRange [0 9 9 9]')]),
      ['Not issued here', 'No document exactly like this', 'The smallest change counts'],
    ],
  ]

  test('finds the mark of a seal wherever a part of the body ends', async () => {
    const { app } = await signed()
    for (let at = 65_400; at < 65_540; at += 9) {
      const bytes = Buffer.concat([document, Buffer.alloc(at, ' '), Buffer.from('/ByteRange [0 ')])
      const { text } = await post(app.browser(), ['document.pdf', bytes])
      expect(said(text)).toContain('The smallest change counts')
    }
  })

  test.each(outcomes)(
    'says what is known of %s, without a name, on the page without scripts',
    async (_, prepare, says) => {
      const { app, id } = await signed()
      const bytes = await prepare({ app, id })
      const { status, text } = await post(app.browser(), ['document.pdf', bytes])
      expect(status).toBe(200)
      for (const words of says) expect(said(text)).toContain(words)
      expect(text).not.toMatch(new RegExp(`${id}|${answers[1].businessName}|New Name`))
    },
  )

  const large = Buffer.concat([document, Buffer.alloc(10 * 1024 * 1024)])
  const faults: [string, number, string, [string, Uint8Array | string][]][] = [
    ['no file', 400, 'Choose a PDF file first', [['', '']]],
    ['an empty file', 400, 'This file is empty', [['a.pdf', '']]],
    ['a picture', 400, 'This is not a PDF', [['a.png', '\x89PNG\r\n']]],
    [
      'two files',
      400,
      'Choose one file at a time',
      [
        ['a.pdf', document],
        ['b.pdf', document],
      ],
    ],
    ['more than 10 MB', 413, 'larger than 10 MB', [['a.pdf', large]]],
  ]

  test.each(faults)(
    'answers %s with %d on the page without scripts: %s',
    async (_, status, message, files) => {
      const answer = await post(testApp().browser(), ...files)
      expect(answer.status).toBe(status)
      expect(said(answer.text)).toContain(message)
      expect(answer.text).toContain('id="file-error"')
    },
  )

  const type = 'multipart/form-data; boundary=x'
  const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`
  const bodies: [string, string, string, number][] = [
    ['of JSON', 'application/json', '{}', 415],
    ['without a boundary', 'multipart/form-data', part, 415],
    ['cut short in its file', type, `${part}%PDF-1.7`, 400],
    ['of nothing but its end', type, '--x--\r\n', 400],
    ['with endless headers', type, `--x\r\n${'a: b\r\n'.repeat(50_000)}`, 400],
    [
      'of a thousand fields',
      type,
      `${`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`.repeat(1000)}--x--\r\n`,
      400,
    ],
  ]

  test.each(bodies)(
    'refuses a form %s on the page without scripts',
    async (_, contentType, body, status) => {
      const headers = { 'content-type': contentType }
      const answer = await testApp().browser().send('/verify', { method: 'POST', body, headers })
      expect(answer.status, answer.text).toBe(status)
      expect(answer.text).toContain('<h1')
    },
  )

  test('stores and logs nothing of a checked file', async () => {
    const { app, sha256 } = await signed()
    const before = app.dump()
    await post(app.browser(), ['Jo Sample.pdf', document])
    await app.browser().get(`/verify?sha256=${sha256}`)
    expect(app.dump()).toEqual(before)
    expect(app.logged().join()).not.toMatch(new RegExp(`Jo Sample|${sha256}`))
  })

  test('says that a link with a SHA-256 is no check of a file', async () => {
    const { app, sha256 } = await signed()
    const { text } = await app.browser().get(`/verify?sha256=${sha256.toUpperCase()}`)
    expect(said(text)).toContain('Issued here A document with this SHA-256 was issued here.')
    expect(said(text)).toContain('says nothing about your file')
    expect(said(text)).not.toContain('unchanged')
  })
})

test('allows 600 checks an hour from one address, by call, link and file together', async () => {
  const app = testApp({ limitFactor: 0.005 })
  const browser = app.browser()
  const checks = [
    () => browser.get(`/api/verify/${sha256Of('x')}`),
    () => browser.get(`/verify?sha256=${sha256Of('x')}`),
    () => post(browser, ['a.pdf', document]),
  ]
  for (const check of checks) expect((await check()).status).toBe(200)
  for (const check of checks) {
    const { status, headers, text } = await check()
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(text).toContain('Too many requests')
  }
  expect((await browser.get('/verify')).status).toBe(200)
})
