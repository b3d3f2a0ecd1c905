import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { operatorCertificate, ownCertificate } from '#src/commands/doctor-data.ts'
import { days, minutes } from '#src/domain/calendar.ts'
import {
  currentSealKey,
  issuedCertificates,
  readOperatorKey,
} from '#src/domain/documents/certificates.ts'
import { documentQueue } from '#src/domain/documents/document-queue.ts'
import { warningsOf } from '#src/domain/maintenance/health.ts'
import { PdfFailed } from '#src/pdf/pdf-errors.ts'
import { makeSealKey } from '#src/pdf/seal/seal-key.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { startQueues } from '../../support/app/jobs.ts'
import { setClock } from '../../support/app/passing-time.ts'
import { tamper } from '../../support/app/tamper.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { rename } from '../../support/company.ts'
import { envOf } from '../../support/env.ts'
import { pkcs12 } from '../../support/pkcs12.ts'

type Row = { fingerprint: string; pem: string; key_sealed: string | null; expires_at: number }
const certificates = (app: TestApp) => app.dump().document_certificates as Row[]
const sealers = (app: TestApp) => storedDocuments(app).map(({ certificate }) => certificate)

async function sealed(app: TestApp, mainEmail?: string) {
  await submit(app.browser(), mainEmail ? { mainEmail } : {})
  await issueAll(app)
}

const dashboard = async (app: TestApp) => {
  const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
  return text.replace(/<!-- -->/g, '')
}

test('makes the product’s own certificate once, for the company, for ten years, with an encrypted key', async () => {
  const app = testApp({ env: { COMPANY_NAME: 'Żółć & Sons Ltd' } })
  expect(ownCertificate(app.deps).words).toContain('the server makes its own certificate')
  const keys = await Promise.all([1, 2, 3].map(() => currentSealKey(app.deps)))
  const [row = never(), ...others] = certificates(app)
  expect([others, new Set(keys.map(({ fingerprint }) => fingerprint)).size]).toEqual([[], 1])
  const { subject, validTo } = new X509Certificate(row.pem)
  expect(subject).toContain('Żółć & Sons Ltd')
  expect(new Date(validTo).toISOString()).toBe('2036-11-20T10:00:00.000Z')
  expect(row.key_sealed).toMatch(/^v1\./)
  expect(JSON.stringify(app.dump())).not.toContain('PRIVATE KEY')
  expect(ownCertificate(app.deps).words).toContain('expires on 20 November 2036 at 10:00')
})

test('replaces the certificate 30 days before it expires, and still knows what the old one sealed', async () => {
  const app = testApp()
  await sealed(app)
  const [first = never()] = certificates(app)
  app.clock.now = first.expires_at - days(30) - 1
  expect((await currentSealKey(app.deps)).fingerprint).toBe(first.fingerprint)
  app.clock.now += 1
  const second = await currentSealKey(app.deps)
  await sealed(app, 'second@example.com')
  expect(sealers(app)).toEqual([first.fingerprint, second.fingerprint])
  expect(certificates(app)).toHaveLength(2)
})

test.each([days(3), days(1) / 4])(
  'lets documents wait, and makes no second certificate, when the clock is set back by %i ms',
  async (back) => {
    const app = testApp()
    await sealed(app)
    setClock(app, -back)
    await sealed(app, 'second@example.com')
    const worker = startQueues(app.deps, documentQueue)
    await worker.stop()
    expect(app.deps.sealing.waitsForClock).toBe(true)
    expect(storedDocuments(app)[1]).toMatchObject({ sealedAt: null })
    setClock(app, back)
    await issueAll(app)
    expect(storedDocuments(app)[1]?.sealedAt).toBe(app.clock.now)
    expect(certificates(app)).toHaveLength(1)
  },
)

test('makes a certificate for a new company name, and uses the old one again for the old name', async () => {
  const app = testApp({ env: { COMPANY_NAME: 'First Ltd' } })
  const first = await currentSealKey(app.deps)
  rename(app, 'First Ltd', 'GB123456789')
  expect((await currentSealKey(app.deps)).fingerprint).toBe(first.fingerprint)
  rename(app, 'Zweite & Söhne, "+" Ltd', 'GB123456789')
  const second = await currentSealKey(app.deps)
  expect(second.fingerprint).not.toBe(first.fingerprint)
  expect((await currentSealKey(app.deps)).fingerprint).toBe(second.fingerprint)
  rename(app, 'First Ltd', 'GB123456789')
  expect((await currentSealKey(app.deps)).fingerprint).toBe(first.fingerprint)
})

test('seals in the name that pages show when the company has none, and warns in dashboard, doctor and metrics', async () => {
  const app = testApp({ env: { COMPANY_NAME: '' } })
  await sealed(app)
  const subjects = () => certificates(app).map(({ pem }) => new X509Certificate(pem).subject)
  expect(subjects()).toEqual([expect.stringContaining('Your Company Ltd')])
  expect(await dashboard(app)).toContain('The company has no name yet')
  expect(warningsOf(app.deps)).toContain('the company has no name yet')
  expect(ownCertificate(app.deps).words).toContain('set COMPANY_NAME')
  rename(app, 'Named Ltd')
  await sealed(app, 'second@example.com')
  expect(subjects()).toEqual([expect.anything(), expect.stringContaining('Named Ltd')])
  expect(await dashboard(app)).not.toContain('The company has no name yet')
  expect(warningsOf(app.deps)).toEqual([])
})

test("seals with the operator's own certificate while it is valid, and does not store its key", async () => {
  const { key } = await makeSealKey('Trusted Example Ltd', Date.parse('2026-11-20T10:00:00Z'))
  const app = testApp({ deps: { operatorKey: key } })
  await sealed(app)
  expect(certificates(app)).toMatchObject([{ fingerprint: key.fingerprint, key_sealed: null }])
  const known = () => issuedCertificates(app.deps).map(({ fingerprint }) => fingerprint)
  expect(known()).toEqual([key.fingerprint])
  // Version 0.1.0 wrote no event for the certificate, which is in the seal.
  tamper(app.deps.db.path, "delete from events where action = 'certificate taken up'")
  expect(known()).toEqual([key.fingerprint])
  app.clock.now = key.expiresAt
  await sealed(app, 'second@example.com')
  expect(sealers(app)).toEqual([key.fingerprint, certificates(app)[1]?.fingerprint])
  expect(app.logged().join('')).toContain('has expired')
})

test('reads a PKCS#12 file with its password, and refuses another password in one plain line', async () => {
  const { file, fingerprint } = pkcs12('correct horse')
  const named = { DOCUMENT_PKCS12_FILE: file, DOCUMENT_PKCS12_PASSWORD: 'correct horse' }
  expect((await readOperatorKey(named))?.fingerprint).toBe(fingerprint)
  for (const password of ['wrong', ''])
    await expect(readOperatorKey({ ...named, DOCUMENT_PKCS12_PASSWORD: password })).rejects.toThrow(
      'The password does not open the PKCS#12 file',
    )
  await expect(readOperatorKey({ DOCUMENT_PKCS12_FILE: 'package.json' })).rejects.toThrow(
    'The file cannot be read as PKCS#12',
  )
  expect(await readOperatorKey({})).toBeNull()
})

test("reports in doctor that the operator's certificate is about to expire or has expired", async () => {
  const { file } = pkcs12('right')
  const env = envOf({ DOCUMENT_PKCS12_FILE: file, DOCUMENT_PKCS12_PASSWORD: 'right' })
  const found = async (now: number) => (await operatorCertificate(env, now))?.is
  const now = Date.now()
  expect([
    await found(now - days(1)),
    await found(now + days(1)),
    await found(now + days(31)),
  ]).toEqual(['ok', 'think', 'wrong'])
})

test('shows on the dashboard after five minutes that documents wait to be sealed', async () => {
  const app = testApp()
  app.pdf.fails = new PdfFailed('made to fail')
  await sealed(app)
  expect(await dashboard(app)).not.toContain('waiting to be sealed')
  app.clock.now += minutes(5)
  expect(await dashboard(app)).toMatch(
    /1 document has been waiting to be sealed since 20 November 2026.*?tell the person who runs the server/,
  )
  app.pdf.fails = null
  await issueAll(app)
  expect(await dashboard(app)).not.toContain('waiting to be sealed')
})

function never(): never {
  throw new Error('There is no certificate')
}
