import { createHash } from 'node:crypto'
import { PDF, PdfDict, PdfStream } from '@libpdf/core'
import { getDocumentProxy } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import type { SealKey } from '#src/pdf/seal/sealed-pdf.ts'
import { verifyByHand } from '../../../support/pdf/openssl.ts'
import {
  company,
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
      .map(({ name, mimeType, bytes }) => ({ name, mimeType, bytes: Buffer.from(bytes) })),
  })
  const { ok, text } = await verifyByHand(sealed, key.pem)
  expect(text).toContain('CMS Verification successful')
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

test('a countersigned document carries the signed one, which holds by itself', async () => {
  const attachment = {
    name: 'signed.pdf',
    mimeType: 'application/pdf',
    description: 'The signed document',
    relationship: 'Supplement' as const,
    bytes: sealed,
  }
  const { bytes } = await sealSample(pdf, key, { attachments: [attachment] })
  const outer = await checkSeal(bytes, [key.fingerprint])
  const inner = outer.ok ? outer.attachments[0]?.bytes : undefined
  expect(inner && Buffer.from(inner).equals(sealed)).toBe(true)
  expect((await verifyByHand(bytes, key.pem)).ok).toBe(true)
  expect((await verifyByHand(inner ?? new Uint8Array(), key.pem)).ok).toBe(true)
})

test('the pages, the title and the outline stay as they were', async () => {
  const read = await getDocumentProxy(new Uint8Array(sealed))
  const before = await getDocumentProxy(new Uint8Array(pdf))
  const { info } = await read.getMetadata()
  expect(info).toMatchObject({ Title: 'Trade account application <7K3M-Q9TX-2VHD> & Żółć' })
  expect(info).toMatchObject({ Author: company, Language: 'en-GB', PDFFormatVersion: '1.7' })
  expect(read.numPages).toBe(before.numPages)
  expect((await read.getOutline())?.length).toBe((await before.getOutline())?.length)
})

test('two seals at one time differ in the signature alone', async () => {
  const again = Buffer.from((await sealSample(pdf, key)).bytes)
  const without = (file: Buffer) => file.toString('latin1').replace(/\/Contents <.*>/, '')
  expect(without(again)).toBe(without(sealed))
})

test('the signature names who sealed, when, and that nothing may change after it', async () => {
  const read = await PDF.load(sealed)
  const [field] = read.getForm()?.getSignatureFields() ?? []
  const signature = field?.getSignatureDict()
  expect(signature?.getString('Reason')?.asString()).toBe(`Sealed by ${company}`)
  expect(signature?.getString('Name')?.asString()).toBe(company)
  expect(signature?.getString('M')?.asString()).toBe('D:20261014094207Z')
  expect(signature?.getName('SubFilter')?.value).toBe('ETSI.CAdES.detached')
  const permissions = read.getCatalog().getDict('Perms')?.getRef('DocMDP')
  expect(permissions && read.getObject(permissions)).toBe(signature)
})

test('each attachment has its relationship, kind, size and sum, and is part of the document', async () => {
  const read = await PDF.load(sealed)
  const resolve = (ref: Parameters<typeof read.getObject>[0]) => read.getObject(ref)
  const catalog = read.getCatalog()
  const files = catalog.getArray('AF', resolve)?.toArray() ?? []
  const tree = catalog.getDict('Names', resolve)?.getDict('EmbeddedFiles', resolve)
  const named = tree?.getArray('Names', resolve)?.toArray() ?? []
  expect(named.filter((_, index) => index % 2)).toEqual(files)
  const rows = files.map((_, index) => {
    const file = catalog.getArray('AF', resolve)?.at(index, resolve)
    if (!(file instanceof PdfDict)) throw new Error('No file')
    const stream = file.getDict('EF')?.get('F', resolve)
    if (!(stream instanceof PdfStream)) throw new Error('No stream')
    const params = stream.getDict('Params')
    return {
      name: [file.getString('F')?.asString(), file.getString('UF')?.asString()],
      as: file.getName('AFRelationship')?.value,
      mimeType: stream.getName('Subtype')?.value,
      size: params?.getNumber('Size')?.value,
      date: params?.getString('ModDate')?.asString(),
      sum: Buffer.from(params?.getString('CheckSum')?.bytes ?? []).toString('hex'),
    }
  })
  const [image, json] = sampleAttachments()
  expect(rows).toEqual(
    [json, image].map((attachment) => ({
      name: [attachment?.name, attachment?.name],
      as: attachment?.relationship,
      mimeType: attachment?.mimeType,
      size: attachment?.bytes.length,
      date: 'D:20261014094207Z',
      sum: createHash('md5')
        .update(attachment?.bytes ?? '')
        .digest('hex'),
    })),
  )
})
