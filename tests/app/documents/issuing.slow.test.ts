import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { documentQueue, sealNextDocument } from '#src/domain/documents/document-queue.ts'
import { takeEmail } from '#src/domain/mailing/delivery.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { PdfFailed } from '#src/pdf/pdf-errors.ts'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { wholeForm } from '../../support/app/application-answers.ts'
import { confirmMailbox } from '../../support/app/clients.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { jobsIn, startQueues } from '../../support/app/jobs.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { closedPort } from '../../support/mail/smtp-server.ts'
import { timestampSteps, verifySteps, workFolder } from '../../support/pdf/openssl.ts'
import { timestampAuthority } from '../../support/pdf/timestamp-authority.ts'

const minute = 60_000

async function inside(file: Buffer | null | undefined) {
  const { attachments } = await PDF.load(file ?? new Uint8Array())
  return {
    bytes: (name: string) => Buffer.from(attachments.get(name) ?? []),
    names: [...attachments.list().keys()].sort(),
  }
}

async function approve(app: TestApp, id: string) {
  const admin = await adminBrowser(app)
  const path = `/api/applications/${id}/approve`
  expect((await admin.patch(path, { customerCode: 'CAL-042' })).status).toBe(200)
  return admin
}

test('makes a signed document once, with the frozen data inside, its hash and its certificate', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const [frozen] = storedDocuments(app)
  app.clock.now += 1000
  await issueAll(app)
  const [sealed = never()] = storedDocuments(app)
  const [certificate] = app.dump().document_certificates as { fingerprint: string }[]
  expect(sealed).toEqual({
    ...frozen,
    pdf: sealed.pdf,
    sha256: createHash('sha256')
      .update(sealed.pdf ?? '')
      .digest('hex'),
    certificate: certificate?.fingerprint,
    sealedAt: app.clock.now,
  })
  expect(await sealNextDocument(app.deps, 0)).toBe(false)
  expect(app.pdf.rendered.map(({ id }) => id)).toEqual([id])
  const { bytes, names } = await inside(sealed.pdf)
  expect(names).toEqual(['application.json', 'signature.png', 'terms.txt'])
  expect(bytes('application.json').toString('utf8')).toBe(sealed.data)
  expect(bytes('signature.png')).toEqual(sealed.signature)
  const { sha256, version } = JSON.parse(sealed.data ?? '').terms
  expect(createHash('sha256').update(bytes('terms.txt')).digest('hex')).toBe(sha256)
  const page = await app.browser().get(`/terms-conditions?version=${version}`)
  expect(page.text).toContain(sha256)
  expect(bytes('terms.txt').toString('utf8')).toMatch(
    /^Supplier terms\n\nVersion 2026-11, in the wording of November 2026\n\n.+\n\n1\. .+\n\n2\. /,
  )
})

test('makes a countersigned document after the signed one, with the same bytes inside', async () => {
  const app = testApp()
  await approve(app, await submit(app.browser()))
  app.pdf.fails = new PdfFailed('made to fail')
  await issueAll(app)
  expect(jobsIn(app, 'document').map(({ attempts }) => attempts)).toEqual([1, 0])
  app.pdf.fails = null
  app.clock.now += minute
  await issueAll(app)
  const [signed, countersigned] = storedDocuments(app)
  const { bytes, names } = await inside(countersigned?.pdf)
  expect(names).toEqual(['decision.json', 'signed.pdf'])
  expect(bytes('signed.pdf')).toEqual(signed?.pdf)
  expect(bytes('decision.json').toString('utf8')).toBe(countersigned?.data)
})

test('prints a name on the certificate page as it was typed into the form without scripts', async () => {
  const app = testApp()
  const signer = 'Tomasz Żółć'
  const typed = { step: 'submit', typedName: signer, authSignature: undefined }
  expect((await app.browser().postForm('/client-form', wholeForm(typed))).status).toBe(303)
  await issueAll(app)
  expect(JSON.parse(storedDocuments(app)[0]?.data ?? '{}')).toMatchObject({
    signature: { kind: 'typed', typedName: signer, hasInk: true },
  })
  expect(app.pdf.rendered[0]?.certificate?.facts).toContainEqual(
    expect.objectContaining({ label: 'How', value: `Typed name: ${signer}` }),
  )
})

test('makes documents in the order of signing, and skips one that cannot be made', async () => {
  const app = testApp()
  const ids = []
  for (const n of [1, 2, 3])
    ids.push(await submit(app.browser(), { mainEmail: `number-${n}@example.com` }))
  app.pdf.fails = new PdfFailed('made to fail')
  await sealNextDocument(app.deps, 0.5)
  app.pdf.fails = null
  await issueAll(app)
  app.clock.now += minute
  await issueAll(app)
  expect(app.pdf.rendered.map(({ id }) => id)).toEqual([...ids.slice(1), ids[0]])
})

test('keeps trying to make a document that fails, at least every 12 minutes', async () => {
  const app = testApp()
  await submit(app.browser())
  app.pdf.fails = new PdfFailed('made to fail')
  for (let tries = 1; tries <= 100; tries += 1) {
    await issueAll(app)
    expect(jobsIn(app, 'document')[0]?.attempts).toBe(tries)
    app.clock.now += 12 * minute
  }
  app.pdf.fails = null
  await issueAll(app)
  expect(storedDocuments(app)[0]?.sealedAt).toBe(app.clock.now)
})

test('leaves no document of an application that is erased while it is drawn', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const { render } = app.pdf
  app.pdf.render = async (sheet) => {
    await erasePerson(app.deps, id)
    return render(sheet)
  }
  expect(await sealNextDocument(app.deps, 0)).toBe(true)
  expect(storedDocuments(app)).toEqual([])
})

test('makes the certificate when the worker starts, and a document right after the submit', async () => {
  const app = testApp()
  const worker = startQueues(app.deps, documentQueue)
  await vi.waitFor(() => expect(app.dump().document_certificates).toHaveLength(1))
  await submit(app.browser())
  await vi.waitFor(() => expect(storedDocuments(app)[0]?.sealedAt).not.toBeNull())
  await worker.stop()
})

test('counts no failure when the server stops', async () => {
  const app = testApp({ deps: { draining: () => true } })
  await submit(app.browser())
  app.pdf.fails = new PdfFailed('The server is about to stop')
  expect(await sealNextDocument(app.deps, 0)).toBe(false)
  expect(jobsIn(app, 'document')).toMatchObject([{ lastReason: null, state: 'leased' }])
})

/** Takes the emails that the mail worker may send now, as if they were sent. */
function sendable(app: TestApp): string[] {
  const kinds: string[] = []
  for (let row = takeEmail(app.deps); row; row = takeEmail(app.deps)) {
    kinds.push(row.kind)
    app.deps.db.sqlite.prepare("update jobs set state = 'sent' where id = ?").run(row.id)
  }
  return kinds
}

test('holds emails back until the document to attach is ready', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  confirmMailbox(app, id)
  expect(sendable(app)).toEqual([])
  const admin = await approve(app, id)
  await issueAll(app)
  await admin.patch(`/api/applications/${id}/reject`, { reason: null })
  expect(sendable(app)).toEqual(['receipt', 'new-application', 'approval'])
  await issueAll(app)
  expect(sendable(app)).toEqual(['rejection'])
})

test('sends an email without a document that could not be made for an hour', async () => {
  const app = testApp()
  app.pdf.fails = new PdfFailed('made to fail')
  confirmMailbox(app, await submit(app.browser()))
  await issueAll(app)
  app.clock.now += 59 * minute
  expect(sendable(app)).toEqual([])
  app.clock.now += minute
  await issueAll(app)
  expect(sendable(app)).toEqual(['receipt', 'new-application'])
})

test("stores an authority's time with a document, where the product and openssl find it", async () => {
  const authority = await timestampAuthority()
  onTestFinished(authority.close)
  const app = testApp({ env: { TIMESTAMP_URL: authority.url } })
  const before = Date.now() - 1000
  await submit(app.browser())
  await issueAll(app)
  const [{ pdf, sealedAt, timestampedAt } = never()] = storedDocuments(app)
  const [certificate = never()] = app.dump().document_certificates as {
    pem: string
    fingerprint: string
  }[]
  expect(sealedAt).toBe(app.clock.now)
  expect(timestampedAt).toBeGreaterThanOrEqual(before)
  const bytes = pdf ?? never()
  const check = await checkSeal(bytes, [certificate.fingerprint])
  expect(check).toMatchObject({ ok: true, timestampedAt })
  const folder = workFolder({
    'document.pdf': bytes,
    'countersign.pem': certificate.pem,
    'authority.pem': authority.certificate,
  })
  const { ok, text } = await folder.run('sh', '-ec', `${verifySteps}\n${timestampSteps}`)
  expect(text).toContain('Verification: OK')
  expect(ok).toBe(true)
})

test('waits 45 minutes while the timestamp authority fails, and then seals a document without its time', async () => {
  const app = testApp({ env: { TIMESTAMP_URL: `http://127.0.0.1:${await closedPort()}` } })
  await submit(app.browser())
  for (let passed = 0; passed < 45; passed += 1) {
    await issueAll(app)
    expect(storedDocuments(app)[0]?.sealedAt).toBeNull()
    app.clock.now += minute
  }
  app.clock.now += 10 * minute
  await issueAll(app)
  expect(storedDocuments(app)[0]).toMatchObject({ sealedAt: app.clock.now, timestampedAt: null })
  expect(app.logged().join('')).toContain('a document is sealed without a timestamp')
})

test('does not give up on a document that waited for the server when the authority fails once', async () => {
  const app = testApp({ env: { TIMESTAMP_URL: `http://127.0.0.1:${await closedPort()}` } })
  await submit(app.browser())
  app.clock.now += 60 * minute
  await issueAll(app)
  expect(storedDocuments(app)[0]?.sealedAt).toBeNull()
  app.clock.now += minute
  await issueAll(app)
  expect(storedDocuments(app)[0]?.sealedAt).toBe(app.clock.now)
})

function never(): never {
  throw new Error('Nothing is stored')
}
