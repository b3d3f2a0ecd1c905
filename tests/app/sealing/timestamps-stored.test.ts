import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { timestampSteps, verifySteps, workFolder } from '../../support/pdf/openssl.ts'
import { timestampAuthority } from '../../support/pdf/timestamp-authority.ts'

let authority: Awaited<ReturnType<typeof timestampAuthority>>

beforeAll(async () => {
  authority = await timestampAuthority()
})

afterAll(() => authority.close())

/** The sealed documents with the certificate of the first, as the checks need them. */
function sealed(app: TestApp) {
  const [certificate] = app.dump().document_certificates as { pem: string; fingerprint: string }[]
  return { rows: storedDocuments(app), certificate: certificate ?? never() }
}

test("the authority's time is stored with a document, and both the product and openssl find it", async () => {
  const app = testApp({ env: { TIMESTAMP_URL: authority.url } })
  const before = Date.now() - 1000
  await submit(app.browser())
  await issueAll(app)
  const { rows, certificate } = sealed(app)
  const { pdf, sealedAt, timestampedAt } = rows[0] ?? never()
  expect(sealedAt).toBe(app.clock.now)
  expect(timestampedAt).toBeGreaterThanOrEqual(before)
  expect(timestampedAt).toBeLessThanOrEqual(Date.now())
  const bytes = pdf ?? never()
  expect(await checkSeal(bytes, [certificate.fingerprint])).toMatchObject({
    ok: true,
    timestampedAt,
  })
  const folder = workFolder({
    'document.pdf': bytes,
    'countersign.pem': certificate.pem,
    'authority.pem': authority.certificate,
  })
  const { ok, text } = await folder.run('sh', '-ec', `${verifySteps}\n${timestampSteps}`)
  expect(text).toContain('Verification: OK')
  expect(ok).toBe(true)
})

function never(): never {
  throw new Error('Nothing is stored')
}
