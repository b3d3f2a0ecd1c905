import { randomBytes } from 'node:crypto'
import { CryptoKeySigner, PDF } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import { checkSeal, otherCertificate } from '#src/pdf/seal/check-seal.ts'
import { certificatesOf, type SealKey } from '#src/pdf/seal/seal-key.ts'
import { verifyByHand } from '../../../support/pdf/openssl.ts'
import {
  sampleAttachments,
  sampleKey,
  samplePdf,
  sealSample,
} from '../../../support/pdf/sealing.ts'

let pdf: Uint8Array
let key: SealKey
let sealed: Buffer

beforeAll(async () => {
  pdf = await samplePdf()
  key = await sampleKey()
  sealed = Buffer.from((await sealSample(pdf, key)).bytes)
})

const changed = 'The seal does not cover the whole file: it was changed afterwards.'
const changedInside = 'The document was changed after it was sealed.'
const noSeal = 'The PDF carries no seal.'
const otherKind = 'The PDF carries no seal of this kind.'
const unreadable = 'The seal cannot be read.'

async function whyNot(file: Uint8Array) {
  const check = await checkSeal(file, [key.fingerprint])
  return check.ok ? 'It holds.' : check.why
}

test.each<[string, () => Uint8Array, string]>([
  ['nothing', () => new Uint8Array(), 'The file is not a PDF.'],
  ['10 MB of zeros that begin as a PDF', () => start(10_000_000), noSeal],
  ['more than 32 MB', () => start(33_554_433), 'The file is larger than 32 MB.'],
  ['a PDF without a seal', () => pdf, noSeal],
  ['a sealed document without its last byte', () => sealed.subarray(0, -1), changed],
  ['a sealed document and one byte more', () => Buffer.concat([sealed, Buffer.of(10)]), changed],
])('says clearly what is wrong with %s', async (_, file, why) => {
  expect(await whyNot(file())).toBe(why)
})

test('finds the seal broken by each of 200 changed bytes all over the file, like openssl', async () => {
  const accepted: number[] = []
  for (const [index, spot] of spots(200).entries()) {
    const file = Buffer.from(sealed)
    file[spot] = (file[spot] ?? 0) ^ 1
    if ((await checkSeal(file, [key.fingerprint])).ok) accepted.push(spot)
    if (index % 20 === 0 && (await verifyByHand(file, key.pem)).ok) accepted.push(spot)
  }
  expect(accepted).toEqual([])
})

test.each([
  ['overlapping', '[0 40000 100 48000]', changed],
  ['huge', '[0 9999999999 9999999999 9999999999]', changed],
  ['larger than numbers go', '[0 99999999999 1 1]', otherKind],
  ['over nothing', '[0 0 0 0]', changed],
  ['not from the beginning', '[1 2 3 4]', otherKind],
])('refuses a range that is %s', async (_, range, why) => {
  expect(await whyNot(edited(sealed, rangeOf(sealed), range))).toBe(why)
})

test.each([
  ['nothing but zeros', ''],
  ['nested a thousand times', `30820400${'3080'.repeat(500)}`],
  ['a length beyond its place', '3082ffff'],
])('refuses a seal of %s', async (_, hex) => {
  const [from, to] = sealPlace(sealed)
  const file = Buffer.from(sealed)
  file.fill('0', from, to, 'latin1').write(hex, from, 'latin1')
  expect([unreadable, 'The seal was changed.']).toContain(await whyNot(file))
})

test('refuses an attachment swapped for one of the same size, by the printed steps too', async () => {
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
  expect(await whyNot(swapped)).toBe(changedInside)
  expect(await heldByHand(swapped)).toBe(false)
})

test('refuses a document sealed again in the same name with another key, by the printed steps too', async () => {
  const another = await sampleKey()
  const { bytes } = await sealSample(pdf, another)
  expect(await whyNot(bytes)).toBe(otherCertificate)
  expect(await heldByHand(bytes)).toBe(false)
  const { fingerprint, pem } = key
  const withOurCertificate = sealSample(pdf, { ...another, fingerprint, pem })
  await expect(withOurCertificate).rejects.toThrow(changedInside)
})

test('refuses a revision appended after the seal, with or without a second seal', async () => {
  const revised = await PDF.load(sealed)
  revised.setTitle('Another title')
  const appended = await revised.save({ incremental: true })
  expect(await whyNot(appended)).toBe(changed)
  expect(await heldByHand(appended)).toBe(false)
  const foreign = await sampleKey()
  const [own] = certificatesOf(foreign.pem)
  const signer = new CryptoKeySigner(foreign.privateKey, own?.raw ?? Buffer.of(), 'EC', 'ECDSA')
  const twice = await (await PDF.load(sealed)).sign({ signer, fieldName: 'Second' })
  expect(await whyNot(twice.bytes)).toBe(otherCertificate)
})

test('refuses pages in a longer gap under a second range, by the printed steps too', async () => {
  const [, from = 0, to = 0, rest = 0] =
    /\[0 (\d+) +(\d+) +(\d+)/.exec(rangeOf(sealed))?.map(Number) ?? []
  const forgedWith = (range: (end: number) => string) => {
    const end = to + range(to).length
    return Buffer.concat([sealed.subarray(0, to), Buffer.from(range(end)), sealed.subarray(to)])
  }
  const ranged = forgedWith((end) =>
    `\n%/ByteRange [0 ${from} ${String(end).padEnd(10)} ${rest}]\n/Contents <`.padEnd(200),
  )
  expect(await whyNot(ranged)).toBe(changed)
  expect(await heldByHand(ranged)).toBe(false)
  const plain = forgedWith(() => '\n% another page\n')
  expect(await whyNot(plain)).toBe(changed)
  expect(await heldByHand(plain)).toBe(false)
})

test('refuses the seal of another document', async () => {
  const other = Buffer.from((await sealSample(pdf, key, { at: 0 })).bytes)
  const file = Buffer.from(sealed)
  other.copy(file, sealPlace(sealed)[0], ...sealPlace(other))
  expect(await whyNot(file)).toBe(changedInside)
})

/** By the printed steps, of which somebody may read the last line only. */
async function heldByHand(file: Uint8Array) {
  const { ok, text } = await verifyByHand(file, key.pem)
  return ok || text.includes('CMS Verification successful')
}

/** Where the text of the seal begins and ends. */
function sealPlace(file: Buffer): [from: number, to: number] {
  const from = file.lastIndexOf('/Contents <') + '/Contents <'.length
  return [from, file.indexOf('>', from)]
}

/** Places all over the file, but for the text of the seal, which is not signed: it is the signature. */
function spots(count: number): number[] {
  const [from, to] = sealPlace(sealed)
  const all = Array.from({ length: count }, (_, index) =>
    Math.floor((index * sealed.length) / count),
  )
  return all.filter((spot) => spot < from || spot >= to)
}

const rangeOf = (file: Buffer) => /\[0 \d+ +\d+ +\d+ *\] */.exec(file.toString('latin1'))?.[0] ?? ''

/** Replaces text of a sealed file by text of the same length. */
function edited(file: Uint8Array, from: string, to: string): Buffer {
  const text = Buffer.from(file).toString('latin1')
  const at = text.lastIndexOf(from)
  const after = text.slice(at + from.length)
  return Buffer.from(text.slice(0, at) + to.padEnd(from.length) + after, 'latin1')
}

function start(length: number): Buffer {
  const file = Buffer.alloc(length)
  file.write('%PDF-1.7\n')
  return file
}

/** The packed bytes of the image among the attachments. */
function attachmentText(file: Uint8Array): string {
  const text = Buffer.from(file).toString('latin1')
  const end = text.indexOf('\nendstream', text.indexOf('/Subtype /image#232Fpng'))
  return text.slice(text.lastIndexOf('stream\n', end) + 'stream\n'.length, end)
}
