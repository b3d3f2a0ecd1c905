import { PDF } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import type { SealKey } from '../../src/pdf/seal/seal-key.ts'
import { workFolder } from '../support/pdf/openssl.ts'
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

test('pdfsig reports an appended revision', async () => {
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
