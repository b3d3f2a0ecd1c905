import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { describe, expect, test, vi } from 'vitest'
import { documentQueue, issueNext } from '#src/domain/documents/issue.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { PdfFailed } from '#src/pdf/pdf-errors.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { jobsIn, startQueues } from '../../support/app/jobs.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const minute = 60_000

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The files inside a sealed document. */
async function inside(file: Buffer | null | undefined) {
  const { attachments } = await PDF.load(file ?? new Uint8Array())
  return {
    bytes: (name: string) => Buffer.from(attachments.get(name) ?? []),
    names: [...attachments.list().keys()].sort(),
  }
}

async function decide(app: TestApp, id: string) {
  const admin = await adminBrowser(app)
  const path = `/api/applications/${id}`
  expect((await admin.patch(`${path}/approve`, { customerCode: 'CAL-042' })).status).toBe(200)
  return {
    reject: () => admin.patch(`${path}/reject`, { reason: 'No references' }),
    approve: () => admin.patch(`${path}/approve`, { customerCode: 'CAL-043' }),
  }
}

describe('a signed document', () => {
  test('is made once and stored with its hash and its certificate', async () => {
    const app = testApp()
    const id = await submit(app.browser())
    const [frozen] = storedDocuments(app)
    app.clock.now += 1000
    await issueAll(app)
    const [sealed] = storedDocuments(app)
    const [certificate] = app.dump().document_certificates as { fingerprint: string }[]
    expect(sealed).toEqual({
      ...frozen,
      ...{ pdf: sealed?.pdf, sha256: hashOf(sealed?.pdf ?? Buffer.alloc(0)) },
      ...{ certificate: certificate?.fingerprint, sealedAt: app.clock.now },
    })
    expect(await issueNext(app.deps, 0)).toBe(false)
    expect(app.pdf.rendered.map(({ id }) => id)).toEqual([id])
  })

  test('carries the very text that was frozen, and the signature', async () => {
    const app = testApp()
    await submit(app.browser())
    await issueAll(app)
    const [{ data, signature, pdf } = never()] = storedDocuments(app)
    const { bytes, names } = await inside(pdf)
    expect(names).toEqual(['application.json', 'signature.png'])
    expect(bytes('application.json').toString('utf8')).toBe(data)
    expect(bytes('signature.png')).toEqual(signature)
  })
})

describe('a countersigned document', () => {
  test('is made after the signed one, and carries its very bytes', async () => {
    const app = testApp()
    await decide(app, await submit(app.browser()))
    await issueAll(app)
    const [signed, countersigned] = storedDocuments(app)
    const { bytes, names } = await inside(countersigned?.pdf)
    expect(names).toEqual(['decision.json', 'signed.pdf'])
    expect(bytes('signed.pdf')).toEqual(signed?.pdf)
    expect(bytes('decision.json').toString('utf8')).toBe(countersigned?.data)
  })

  test('waits while the signed one cannot be made', async () => {
    const app = testApp()
    await decide(app, await submit(app.browser()))
    app.pdf.fails = new PdfFailed('made to fail')
    await issueAll(app)
    expect(jobsIn(app, 'document').map(({ attempts }) => attempts)).toEqual([1, 0])
    app.pdf.fails = null
    app.clock.now += minute
    await issueAll(app)
    expect(storedDocuments(app).every(({ sealedAt }) => sealedAt !== null)).toBe(true)
  })
})

test('documents are made in the order of signing, and one that cannot be made holds up no other', async () => {
  const app = testApp()
  const ids = []
  for (const n of [1, 2, 3])
    ids.push(await submit(app.browser(), { mainEmail: `number-${n}@example.com` }))
  app.pdf.fails = new PdfFailed('made to fail')
  await issueNext(app.deps, 0.5)
  app.pdf.fails = null
  await issueAll(app)
  expect(app.pdf.rendered.map(({ id }) => id)).toEqual(ids.slice(1))
  app.clock.now += minute
  await issueAll(app)
  expect(app.pdf.rendered.map(({ id }) => id)).toEqual([...ids.slice(1), ids[0]])
})

test('a document that cannot be made is tried for ever, at least every 12 minutes', async () => {
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

test('an application that is erased while its document is drawn leaves none', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const { render } = app.pdf
  app.pdf.render = async (sheet) => {
    await erasePerson(app.deps, id)
    return render(sheet)
  }
  expect(await issueNext(app.deps, 0)).toBe(true)
  expect(storedDocuments(app)).toEqual([])
  expect(await issueNext(app.deps, 0)).toBe(false)
})

test('the worker makes the certificate at its start, and a document right after the submit', async () => {
  const app = testApp()
  const worker = startQueues(app.deps, documentQueue)
  await vi.waitFor(() => expect(app.dump().document_certificates).toHaveLength(1))
  await submit(app.browser())
  await vi.waitFor(() => expect(storedDocuments(app)[0]?.sealedAt).not.toBeNull())
  await worker.stop()
  await submit(app.browser(), { mainEmail: 'second@example.com' })
  const next = startQueues(app.deps, documentQueue)
  await vi.waitFor(() => expect(storedDocuments(app)[1]?.sealedAt).not.toBeNull())
  await next.stop()
})

test('a server that stops counts no failure', async () => {
  const app = testApp({ deps: { draining: () => true } })
  await submit(app.browser())
  app.pdf.fails = new PdfFailed('The server is about to stop')
  expect(await issueNext(app.deps, 0)).toBe(false)
  expect(jobsIn(app, 'document')).toMatchObject([{ lastReason: null, state: 'leased' }])
})

function never(): never {
  throw new Error('There is no document')
}
