import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { currentSealKey, readOperatorKey } from '#src/domain/documents/certificates.ts'
import { documentQueue } from '#src/domain/documents/issue.ts'
import { watchClock } from '#src/domain/maintenance/clock.ts'
import { makeSealKey } from '#src/pdf/seal/seal-key.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { startQueues } from '../../support/app/jobs.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { pkcs12 } from '../../support/pkcs12.ts'

const day = 86_400_000

type Row = { fingerprint: string; pem: string; key_sealed: string | null; expires_at: number }
const certificates = (app: TestApp) => app.dump().document_certificates as Row[]

test('the own certificate is made once, for the company, for ten years, with its key encrypted', async () => {
  const app = testApp({ env: { COMPANY_NAME: 'Żółć & Sons Ltd' } })
  const keys = await Promise.all([1, 2, 3].map(() => currentSealKey(app.deps)))
  const [row = never(), ...others] = certificates(app)
  expect([others, new Set(keys.map(({ fingerprint }) => fingerprint)).size]).toEqual([[], 1])
  const { subject, validTo } = new X509Certificate(row.pem)
  expect(subject).toContain('Żółć & Sons Ltd')
  expect(new Date(validTo).toISOString()).toBe('2036-11-20T10:00:00.000Z')
  expect(row.key_sealed).toMatch(/^v1\./)
  expect(JSON.stringify(app.dump())).not.toContain('PRIVATE KEY')
})

test('it is replaced 30 days before its end, and what it sealed still names it', async () => {
  const app = testApp()
  await submit(app.browser())
  await issueAll(app)
  const [first = never()] = certificates(app)
  app.clock.now = first.expires_at - 30 * day - 1
  expect((await currentSealKey(app.deps)).fingerprint).toBe(first.fingerprint)
  app.clock.now += 1
  const second = await currentSealKey(app.deps)
  expect(second.fingerprint).not.toBe(first.fingerprint)
  await submit(app.browser(), { mainEmail: 'second@example.com' })
  await issueAll(app)
  expect(storedDocuments(app).map(({ certificate }) => certificate)).toEqual([
    first.fingerprint,
    second.fingerprint,
  ])
  expect(certificates(app)).toHaveLength(2)
})

test.each([3 * day, day / 4])(
  'a clock set back by %i ms has documents wait and leaves no second certificate',
  async (back) => {
    const app = testApp()
    watchClock(app.deps, 0)
    await submit(app.browser())
    await issueAll(app)
    app.clock.now -= back
    await submit(app.browser(), { mainEmail: 'second@example.com' })
    await issueAll(app)
    const worker = startQueues(app.deps, documentQueue)
    await worker.stop()
    expect(app.deps.sealing.waitsForClock).toBe(true)
    expect(storedDocuments(app)[1]).toMatchObject({ sealedAt: null })
    app.clock.now += back
    await issueAll(app)
    expect(storedDocuments(app)[1]?.sealedAt).toBe(app.clock.now)
    expect(certificates(app)).toHaveLength(1)
  },
)

test('another name in the environment gets a certificate of its own, and the old name has its own again', async () => {
  const app = testApp({ env: { COMPANY_NAME: 'First Ltd' } })
  const first = await currentSealKey(app.deps)
  const renamed = { ...app.deps, env: { ...app.deps.env, COMPANY_NAME: 'Zweite & Söhne, "+" Ltd' } }
  const second = await currentSealKey(renamed)
  expect(second.fingerprint).not.toBe(first.fingerprint)
  expect((await currentSealKey(renamed)).fingerprint).toBe(second.fingerprint)
  expect((await currentSealKey(app.deps)).fingerprint).toBe(first.fingerprint)
})

test("the operator's own certificate seals while it is valid; its key is not stored", async () => {
  const { key } = await makeSealKey('Trusted Example Ltd', Date.parse('2026-11-20T10:00:00Z'))
  const app = testApp({ deps: { operatorKey: key } })
  await submit(app.browser())
  await issueAll(app)
  expect(certificates(app)).toMatchObject([{ fingerprint: key.fingerprint, key_sealed: null }])
  app.clock.now = key.expiresAt
  await submit(app.browser(), { mainEmail: 'second@example.com' })
  await issueAll(app)
  const [, own = never()] = certificates(app)
  expect(storedDocuments(app).map(({ certificate }) => certificate)).toEqual([
    key.fingerprint,
    own.fingerprint,
  ])
  expect(app.logged().join('')).toContain('has expired')
})

test('a PKCS#12 file is read with its password, and refused in one plain line with another', async () => {
  const { file, fingerprint } = pkcs12('correct horse')
  const given = { DOCUMENT_PKCS12_FILE: file, DOCUMENT_PKCS12_PASSWORD: 'correct horse' }
  expect((await readOperatorKey(given))?.fingerprint).toBe(fingerprint)
  for (const password of ['wrong', ''])
    await expect(readOperatorKey({ ...given, DOCUMENT_PKCS12_PASSWORD: password })).rejects.toThrow(
      'The password does not open the PKCS#12 file',
    )
  await expect(readOperatorKey({ DOCUMENT_PKCS12_FILE: 'package.json' })).rejects.toThrow(
    'The file cannot be read as PKCS#12',
  )
  expect(await readOperatorKey({})).toBeNull()
})

function never(): never {
  throw new Error('There is no certificate')
}
