import { describe, expect, test } from 'vitest'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { addCertificate, issue, pdfBytes, sha256Of } from '../../support/app/issued-documents.ts'
import { expectError } from '../../support/app/scenarios.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** The answer to a stranger who has a document's SHA-256. */
const asked = async (app: TestApp, sha256: string) =>
  (await app.browser().get(`/api/verify/${sha256}`)).json

async function signed() {
  const app = testApp()
  const id = await submit(app.browser())
  return { app, id, sha256: issue(app, id, pdfBytes('signed')) }
}

async function decide(app: TestApp, id: string, action: 'approve' | 'reject') {
  app.clock.now += 60_000
  const admin = await adminBrowser(app)
  const { status } = await admin.patch(`/api/applications/${id}/${action}`, { customerCode: 'C-1' })
  expect(status).toBe(200)
  return issue(app, id, pdfBytes(`${action} ${app.clock.now}`), 'countersigned')
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

describe('a stranger who asks about', () => {
  test('a signed document hears that it was issued here, when, and nothing else', async () => {
    const { app, sha256 } = await signed()
    const answer = await app.browser().get(`/api/verify/${sha256}`)
    expect([answer.status, answer.json]).toEqual([200, unchanged])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('one that was never issued hears so', async () => {
    const { app } = await signed()
    expect(await asked(app, sha256Of('another file'))).toEqual({ issued: false })
  })

  test.each(['the customer', 'an administrator'])(
    'one whose details were edited since by %s hears of an amendment',
    async (who) => {
      const { app, id, sha256 } = await signed()
      if (who === 'the customer')
        await clientBrowser(app, id).put('/api/client/application/buyer', { buyerName: 'New Name' })
      else
        await (await adminBrowser(app)).patch(`/api/applications/${id}`, { buyerName: 'New Name' })
      expect(await asked(app, sha256)).toEqual({ ...unchanged, amended: true })
    },
  )

  test('one that was only read, noted on and decided since hears of no amendment', async () => {
    const { app, id, sha256 } = await signed()
    const admin = await adminBrowser(app)
    await admin.get(`/api/applications/${id}`)
    await admin.postForm(`/admin/applications/${id}`, { action: 'note', note: 'Looks fine' })
    await decide(app, id, 'approve')
    expect(await asked(app, sha256)).toMatchObject({ amended: false, superseded: true })
  })

  test('a decision hears when a later one has replaced it; the last one stands', async () => {
    const { app, id } = await signed()
    const first = await decide(app, id, 'approve')
    const second = await decide(app, id, 'reject')
    const third = await decide(app, id, 'approve')
    const superseded = []
    for (const sha256 of [first, second, third])
      superseded.push((await asked(app, sha256))?.superseded)
    expect(superseded).toEqual([true, true, false])
  })

  test('the later of two decisions stands though the clock was set back between them', async () => {
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
})

describe('after an erasure', () => {
  test('the document is known still, and that its content is gone', async () => {
    const { app, sha256 } = await signed()
    await erasePerson(app.deps, answers[1].mainEmail)
    expect(await asked(app, sha256)).toEqual({ ...unchanged, erased: true })
  })
})

describe('a SHA-256 as people pass it on', () => {
  const forms: [string, (hex: string) => string][] = [
    ['in capitals', (hex) => hex.toUpperCase()],
    ['in groups of four', (hex) => hex.match(/.{4}/g)?.join(' ') ?? ''],
    ['with colons', (hex) => hex.toUpperCase().match(/../g)?.join(':') ?? ''],
    ['with a line break and blanks around it', (hex) => ` ${hex.slice(0, 32)}\n${hex.slice(32)} `],
    ['as sha256sum prints it', (hex) => `${hex}  document.pdf`],
    ['as openssl prints it', (hex) => `SHA2-256(document.pdf)= ${hex}`],
  ]

  test.each(forms)('%s is read', async (_, form) => {
    const { app, sha256 } = await signed()
    expect(await asked(app, encodeURIComponent(form(sha256)))).toEqual(unchanged)
  })

  test.each([
    ['too short', 'ab'.repeat(31)],
    ['too long', 'ab'.repeat(33)],
    ['of other letters', 'xy'.repeat(32)],
    ['of full-width digits', '１'.repeat(64)],
    ['two of them', `${'ab'.repeat(32)} ${'cd'.repeat(32)}`],
    ['a word', 'hello'],
    ['a quote', "' or 1=1 --"],
    ['a NUL', '\0'],
  ])('%s is refused in plain words', async (_, text) => {
    const answer = await testApp()
      .browser()
      .get(`/api/verify/${encodeURIComponent(text)}`)
    expect(answer.status).toBe(400)
    expectError(answer)
    expect(answer.json?.message).toContain('A SHA-256 has 64 characters')
  })
})

describe('the certificates', () => {
  const path = '/.well-known/countersign.pem'

  test('are all there, newest first, and may be kept for some minutes', async () => {
    const app = testApp()
    app.deps.db.sqlite.exec('delete from document_certificates')
    const old = addCertificate(app, 'the first', 400)
    const present = addCertificate(app, 'the present one')
    const { status, headers, text } = await app.browser().get(path)
    expect([status, text]).toEqual([200, present + old])
    expect(headers.get('content-type')).toBe('application/x-pem-file')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  })

  test('are no secret: there is no private key among them', async () => {
    const app = testApp()
    addCertificate(app, 'one')
    app.deps.db.sqlite.exec("update document_certificates set key_sealed = 'PRIVATE'")
    expect((await app.browser().get(path)).text).not.toContain('PRIVATE')
  })
})
