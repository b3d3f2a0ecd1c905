import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { makeSealKey, readSealKey } from '#src/pdf/seal/seal-key.ts'
import { sealPdf } from '#src/pdf/seal/seal-pdf.ts'

const at = Date.UTC(2026, 9, 14, 9, 42, 7)

test('a key is read back from what is stored of it', async () => {
  const { key, pkcs8 } = await makeSealKey('Example "Instruments", Żółć + Sons (UK) Ltd', at)
  const read = await readSealKey(key.pem, pkcs8)
  expect(read.fingerprint).toBe(key.fingerprint)
  expect(read.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(new Date(read.expiresAt).toISOString()).toBe('2036-10-14T09:42:07.000Z')
  const other = await makeSealKey('Another', at)
  await expect(readSealKey(key.pem, other.pkcs8)).rejects.toThrow('does not belong')
})

test('the seal covers the whole file but its own text', async () => {
  const { key } = await makeSealKey('Example Instruments Ltd', at)
  const pdf = PDF.create()
  pdf.addPage()
  const json = Buffer.from('{"application":"7K3M-Q9TX-2VHD"}')
  const { bytes, timestampedAt } = await sealPdf(await pdf.save(), {
    title: 'Trade account application',
    author: 'Example Instruments (UK) Ltd',
    attachments: [
      {
        name: 'application.json',
        mimeType: 'application/json',
        description: 'What was signed',
        relationship: 'Source',
        bytes: json,
      },
    ],
    at,
    key,
    timestampUrl: null,
  })
  expect(timestampedAt).toBeNull()
  const text = Buffer.from(bytes).toString('latin1')
  const [, start, end, rest] = /\/ByteRange \[0 (\d+) (\d+) (\d+) *\]/.exec(text)?.map(Number) ?? []
  expect(text.slice(start, end)).toMatch(/^<[0-9a-f]+>$/)
  expect(Number(end) + Number(rest)).toBe(bytes.length)
  const sealed = await PDF.load(bytes)
  expect(sealed.getTitle()).toBe('Trade account application')
  expect(sealed.getForm()?.getSignatureFields()).toHaveLength(1)
  const stored = sealed.attachments.get('application.json') ?? new Uint8Array()
  expect(createHash('sha256').update(stored).digest('hex')).toBe(
    createHash('sha256').update(json).digest('hex'),
  )
})
