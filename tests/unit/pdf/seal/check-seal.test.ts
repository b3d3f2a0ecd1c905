import { randomBytes } from 'node:crypto'
import { CryptoKeySigner, PDF, PdfArray, PdfDict } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'
import { certificatesOf } from '#src/pdf/seal/seal-key.ts'
import type { SealKey } from '#src/pdf/seal/sealed-pdf.ts'
import { edited, reseal } from '../../../support/pdf/reseal.ts'
import {
  sampleAttachments,
  sampleKey,
  samplePdf,
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

const changed = 'The seal does not cover the whole file: it was changed afterwards.'
const noPdf = 'The file is not a PDF.'
const noSeal = 'The PDF carries no seal.'
const otherKind = 'The PDF carries no seal of this kind.'
const unreadable = 'The seal cannot be read.'
const whyNot = async (file: Uint8Array) => {
  const check = await checkSeal(file, [key.fingerprint])
  return check.ok ? 'It holds.' : check.why
}

test.each<[string, () => Uint8Array, string]>([
  ['nothing', () => new Uint8Array(), noPdf],
  ['10 MB of zeros', () => Buffer.alloc(10_000_000), noPdf],
  ['10 MB of zeros that begin as a PDF', () => start(10_000_000), noSeal],
  ['more than 32 MB', () => start(33_554_433), 'The file is larger than 32 MB.'],
  ['a PDF without a seal', () => pdf, noSeal],
  ['a sealed document cut in half', () => sealed.subarray(0, sealed.length / 2), noSeal],
  ['a sealed document without its last byte', () => sealed.subarray(0, -1), changed],
  ['a sealed document and one byte more', () => append('\n'), changed],
  ['something before the document', () => Buffer.concat([Buffer.from('\n'), sealed]), noPdf],
])('%s: a clear word', async (_, file, why) => {
  expect(await whyNot(file())).toBe(why)
})

test.each([
  ['negative', '[0 -1 20 30]', otherKind],
  ['overlapping', '[0 40000 100 48000]', changed],
  ['huge', '[0 9999999999 9999999999 9999999999]', changed],
  ['larger than numbers go', '[0 99999999999 1 1]', otherKind],
  ['with its gap elsewhere', '[0 10 20 30]', changed],
  ['over nothing', '[0 0 0 0]', changed],
  ['not from the beginning', '[1 2 3 4]', otherKind],
  ['of five numbers', '[0 1 2 3 4]', otherKind],
])('a range that is %s is refused, signed or not', async (_, range, why) => {
  const [place = ''] = /\[0 \d+ \d+ \d+\] */.exec(sealed.toString('latin1')) ?? []
  const last = edited(sealed, place, range, true)
  expect(await whyNot(last)).toBe(why)
})

describe('the seal of the right shape', () => {
  test.each([
    ['nothing but zeros', () => ''],
    ['nested a thousand times', () => `30820400${'3080'.repeat(500)}`],
    ['of random bytes', () => `30820200${'9f'.repeat(512)}`],
    ['with a length beyond its place', () => '3082ffff'],
  ])('%s is refused', async (_, hex) => {
    const from = sealed.lastIndexOf('/Contents <') + '/Contents <'.length
    const file = Buffer.from(sealed)
    file.fill('0', from, file.indexOf('>', from), 'latin1').write(hex(), from, 'latin1')
    expect([unreadable, 'The seal was changed.']).toContain(await whyNot(file))
  })
})

test('an attachment swapped for one of the same size is refused', async () => {
  const [image, json] = sampleAttachments()
  if (!image || !json) throw new Error('No attachments')
  const pair = await Promise.all(
    [image, image].map((one) => {
      const attachments = [{ ...one, bytes: randomBytes(3000) }, json]
      return sealSample(pdf, key, { attachments })
    }),
  )
  const [own, foreign] = pair.map(({ bytes }) => attachmentText(bytes))
  expect(own?.length).toBe(foreign?.length)
  const swapped = edited(pair[0]?.bytes ?? sealed, own ?? '', foreign ?? '')
  expect(await whyNot(swapped)).toBe('The document was changed after it was sealed.')
})

test('a revision appended after the seal is refused, with or without a second seal', async () => {
  const revised = await PDF.load(sealed)
  revised.setTitle('Another title')
  expect(await whyNot(await revised.save({ incremental: true }))).toBe(changed)
  const [own] = certificatesOf(key.pem)
  const signer = new CryptoKeySigner(key.privateKey, own?.raw ?? Buffer.of(), 'EC', 'ECDSA')
  const twice = await (await PDF.load(sealed)).sign({ signer, fieldName: 'Second' })
  expect(await whyNot(twice.bytes)).toBe(otherKind)
  expect(await whyNot(await reseal(secondRevision(), key))).toBe(
    'The file was not written by this application in one piece.',
  )
})

describe('a file that the right key signed', () => {
  const sealedWith = async (name: string, bytes: Uint8Array = Buffer.from('text')) => {
    const attachment = { name, mimeType: 'text/plain', description: name, bytes }
    return (await sealSample(pdf, key, { attachments: [{ ...attachment, relationship: 'Data' }] }))
      .bytes
  }

  test.each(['../../etc/passwd', '/etc/passwd', '..', 'C:\\a.txt', 'a\u0000.txt', '.hidden', ''])(
    'with an attachment named %j is refused',
    async (name) => {
      expect(await whyNot(await sealedWith(name))).toBe('An attachment has no plain file name.')
    },
  )

  test('with an attachment that grows beyond 32 MB is refused', async () => {
    const bomb = await sealedWith('zeros.bin', Buffer.alloc(40 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(200_000)
    expect(await whyNot(bomb)).toBe('The attachments are damaged or larger than 32 MB.')
  })

  test('with an attachment packed in another way is refused', async () => {
    const file = await sealedWith('a.txt', Buffer.alloc(2000))
    const end = '/Filter /FlateDecode\n>>\nstream'
    const packed = edited(file, end, end.replace('Flate', 'LZW').replace('\n', '  \n'), true)
    expect(await whyNot(await reseal(packed, key))).toBe(
      'An attachment is packed in an unknown way.',
    )
  })

  test('with two signature fields is refused', async () => {
    const [, field = ''] = /\/Fields \[(\d+ 0 R)\]/.exec(sealed.toString('latin1')) ?? []
    const file = edited(sealed, `/Fields [${field}]\n/SigFlags 3`, `/Fields[${field} ${field}]`)
    expect(await whyNot(await reseal(file, key))).toBe(
      'The document does not carry exactly one seal.',
    )
  })

  test('with pages that contain themselves is read to its end', async () => {
    const looped = await PDF.load(pdf)
    const pages = looped.getCatalog().getRef('Pages')
    const tree = pages && looped.getObject(pages)
    if (!pages || !(tree instanceof PdfDict)) throw new Error('No pages')
    const kids = tree.getArray('Kids')?.toArray() ?? []
    tree.set('Kids', PdfArray.of(...kids, pages, pages))
    const { bytes } = await sealSample(await looped.save(), key)
    expect(await whyNot(bytes)).toBe('It holds.')
  })

  test('with files in a tree that contains itself is refused', async () => {
    const [, tree = ''] = /\/EmbeddedFiles (\d+ 0 R)/.exec(sealed.toString('latin1')) ?? []
    const [list = ''] = /\/Names \[[^\]]+\]/.exec(sealed.toString('latin1')) ?? []
    const file = edited(sealed, list, `/Kids [${tree}]`)
    expect(await whyNot(await reseal(file, key))).toBe('The attachments cannot be read.')
  })
})

function start(length: number): Buffer {
  const file = Buffer.alloc(length)
  file.write('%PDF-1.7\n')
  return file
}

const append = (text: string) => Buffer.concat([sealed, Buffer.from(text, 'latin1')])

/** The packed bytes of the image among the attachments. */
function attachmentText(file: Uint8Array): string {
  const text = Buffer.from(file).toString('latin1')
  const end = text.indexOf('\nendstream', text.indexOf('/Subtype /image#2Fpng'))
  return text.slice(text.lastIndexOf('stream\n', end) + 'stream\n'.length, end)
}

/** A second revision with the signature dictionary once more, as `sealPdf` writes it. */
function secondRevision(): Buffer {
  const text = sealed.toString('latin1')
  const place = text.lastIndexOf('/ByteRange')
  const begin = text.lastIndexOf(' 0 obj', place)
  const object = text.slice(text.lastIndexOf('\n', begin) + 1, text.indexOf('endobj\n', place) + 7)
  const [, offset] = /startxref\n(\d+)/.exec(text.slice(-40)) ?? []
  const [, trailer = ''] = /trailer\n<<\n([^>]+)/.exec(text.slice(-400)) ?? []
  const number = Number.parseInt(object, 10)
  const entry = `${String(text.length).padStart(10, '0')} 00000 n\r\n`
  const table = `xref\n${number} 1\n${entry}trailer\n<<\n/Prev ${offset}\n${trailer}>>\n>>\n`
  return append(`${object}${table}startxref\n${text.length + object.length}\n%%EOF\n`)
}
