import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import { readPkcs12, type SealKey } from '#src/pdf/seal/seal-key.ts'
import { verifyByHand, workFolder } from '../../../support/pdf/openssl.ts'
import {
  sampleAttachments,
  sampleKey,
  samplePdf,
  sealedAt,
  sealSample,
} from '../../../support/pdf/sealing.tsx'

let pdf: Uint8Array
let key: SealKey
let sealed: Buffer

beforeAll(async () => {
  pdf = await samplePdf()
  key = await sampleKey()
  sealed = Buffer.from((await sealSample(pdf, key)).bytes)
})

test('a sealed document holds for the product and for openssl', async () => {
  expect(await checkSeal(sealed, ['another', key.fingerprint])).toEqual({
    ok: true,
    fingerprint: key.fingerprint,
    at: sealedAt,
    timestampedAt: null,
    attachments: sampleAttachments()
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, mimeType, bytes }) => ({ name, mimeType, bytes: new Uint8Array(bytes) })),
  })
  const { ok, text } = await verifyByHand(sealed, key.pem)
  expect(text).toContain('CMS Verification successful')
  expect(text).not.toContain('STOP')
  expect(text.replaceAll(':', '').toLowerCase()).toContain(key.fingerprint)
  expect(text).toContain(createHash('sha256').update(sealed).digest('hex'))
  expect(ok).toBe(true)
})

test('a document by another certificate is told apart', async () => {
  const other = await sampleKey()
  expect(await checkSeal(sealed, [other.fingerprint])).toEqual({
    ok: false,
    why: 'The document was sealed with another certificate.',
  })
  expect((await verifyByHand(sealed, other.pem)).ok).toBe(false)
  expect((await verifyByHand(sealed, other.pem + key.pem)).ok).toBe(true)
})

test("an operator's RSA certificate and its issuer seal a document", async () => {
  const { run, read } = workFolder({})
  await run(
    'sh',
    '-ec',
    `openssl req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=Authority -keyout ca.key -out ca.pem
    openssl req -newkey rsa:2048 -nodes -subj /CN=Own -keyout own.key -out own.csr
    openssl x509 -req -in own.csr -CA ca.pem -CAkey ca.key -set_serial 7 -days 9 -out own.pem
    openssl pkcs12 -export -inkey own.key -in own.pem -certfile ca.pem -passout pass:x -out own.p12`,
  )
  const operators = await readPkcs12(read('own.p12'), 'x')
  const { bytes } = await sealSample(pdf, operators)
  expect(await checkSeal(bytes, [operators.fingerprint])).toMatchObject({ ok: true })
  expect((await verifyByHand(bytes, operators.pem)).ok).toBe(true)
})

test('a countersigned document carries the signed one, which holds by itself', async () => {
  const attachment = {
    name: 'signed.pdf',
    mimeType: 'application/pdf',
    description: 'The signed document',
    bytes: sealed,
  }
  const { bytes } = await sealSample(pdf, key, { attachments: [attachment] })
  const outer = await checkSeal(bytes, [key.fingerprint])
  const inner = outer.ok ? outer.attachments[0]?.bytes : undefined
  expect(inner && Buffer.from(inner).equals(sealed)).toBe(true)
  expect((await verifyByHand(bytes, key.pem)).ok).toBe(true)
  expect((await verifyByHand(inner ?? new Uint8Array(), key.pem)).ok).toBe(true)
})

test('the time of signing is in the dictionary alone, where PAdES B-B wants it', async () => {
  const [field] = (await PDF.load(sealed)).getForm()?.getSignatureFields() ?? []
  const signature = field?.getSignatureDict()
  expect(signature?.getString('M')?.asString()).toBe('D:20261014094207Z')
  expect(signature?.getName('SubFilter')?.value).toBe('ETSI.CAdES.detached')
  const cms = Buffer.from(signature?.getString('Contents')?.bytes ?? []).toString('hex')
  const signingCertificate = '060b2a864886f70d010910022f'
  const signingTime = '06092a864886f70d010905'
  expect(cms).toContain(signingCertificate)
  expect(cms).not.toContain(signingTime)
})
