import { PDF } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import { checkSeal } from '../../src/pdf/seal/check-seal.ts'
import type { SealKey } from '../../src/pdf/seal/seal-key.ts'
import { verifyByHand, workFolder } from '../support/pdf/openssl.ts'
import { sampleAttachments, sampleKey, samplePdf, sealSample } from '../support/pdf/sealing.ts'
import { timestampAuthority } from '../support/pdf/timestamp-authority.ts'

let key: SealKey
let sealed: Buffer

beforeAll(async () => {
  key = await sampleKey()
  sealed = Buffer.from((await sealSample(await samplePdf(), key)).bytes)
})

const valid = 'Signature Validation: Signature is Valid.'
const whole = 'Total document signed'
const pdfsig = async (file: Uint8Array) =>
  (await workFolder({ 'document.pdf': file }).run('pdfsig', 'document.pdf')).text

test('pdfsig finds one PAdES signature over the whole document', async () => {
  const text = await pdfsig(sealed)
  expect(text.match(/^Signature #/gm)).toHaveLength(1)
  const issuer = 'Certificate issuer is unknown'
  for (const part of [valid, whole, issuer, 'Signature Type: ETSI.CAdES.detached', 'SHA-256'])
    expect(text).toContain(part)
})

test('pdfsig takes a timestamp, and a countersigned document', async () => {
  const authority = await timestampAuthority()
  const attachment = { name: 'signed.pdf', mimeType: 'application/pdf', description: 'Signed' }
  const { bytes } = await sealSample(await samplePdf(), key, {
    timestampUrl: authority.url,
    attachments: [{ ...attachment, bytes: sealed }],
  })
  authority.close()
  const text = await pdfsig(bytes)
  expect(text.match(/^Signature #/gm)).toHaveLength(1)
  expect(text).toContain(valid)
  expect(text).toContain(whole)
})

test('pdfsig tells a revision that was appended', async () => {
  const revised = await PDF.load(sealed)
  revised.setTitle('Another title')
  expect(await pdfsig(await revised.save({ incremental: true }))).not.toContain(whole)
})

test('qpdf finds no fault in the structure, and pdfdetach the very attachments', async () => {
  const { run, read } = workFolder({ 'document.pdf': sealed })
  const { ok, text } = await run('qpdf', '--check', 'document.pdf')
  expect([ok, text]).toEqual([true, expect.stringContaining('No syntax or stream encoding errors')])
  expect((await run('pdfdetach', '-saveall', 'document.pdf')).ok).toBe(true)
  for (const { name, bytes } of sampleAttachments()) expect(read(name)).toEqual(Buffer.from(bytes))
})

test('of 200 changed bytes, the product, openssl and pdfsig accept some of the seal itself and no other', async () => {
  const start = sealed.lastIndexOf('/Contents <') + '/Contents <'.length
  const end = sealed.indexOf('>', start)
  const accepted: { spot: number; by: string }[] = []
  for (let index = 0; index < 200; index++) {
    const spot = Math.floor((index * sealed.length) / 200)
    const file = Buffer.from(sealed)
    file[spot] = (file[spot] ?? 0) ^ 1
    const poppler = await pdfsig(file)
    if ((await checkSeal(file, [key.fingerprint])).ok) accepted.push({ spot, by: 'product' })
    if ((await verifyByHand(file, key.pem)).ok) accepted.push({ spot, by: 'openssl' })
    if (poppler.includes(valid) && poppler.includes(whole)) accepted.push({ spot, by: 'pdfsig' })
  }
  console.log(accepted, { start, end })
  const elsewhere = accepted.filter(({ spot }) => spot < start || spot >= end)
  expect(elsewhere).toEqual([])
}, 600_000)
