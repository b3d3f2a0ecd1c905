import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { currentSealKey } from '#src/domain/documents/certificates.ts'
import { testApp } from '../../support/app/test-app.ts'
import { rename } from '../../support/company.ts'

test('a new name gets a certificate of its own, other details do not', async () => {
  const app = testApp({ env: { COMPANY_NAME: 'First Ltd' } })
  const first = await currentSealKey(app.deps)
  app.clock.now += 1000
  rename(app, 'First Ltd', 'GB123456789')
  expect((await currentSealKey(app.deps)).fingerprint).toBe(first.fingerprint)
  rename(app, 'Second Ltd', 'GB123456789')
  const second = await currentSealKey(app.deps)
  expect(second.fingerprint).not.toBe(first.fingerprint)
  app.clock.now += 1000
  expect((await currentSealKey(app.deps)).fingerprint).toBe(second.fingerprint)
  const pems = (app.dump().document_certificates as { pem: string }[]).map(({ pem }) => pem)
  expect(pems.map((pem) => new X509Certificate(pem).subject).join()).toContain('Second Ltd')
})
