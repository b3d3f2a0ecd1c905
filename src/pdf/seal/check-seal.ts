import { createHash } from 'node:crypto'
import { BrokenSeal } from './broken-seal.ts'
import { checkCms } from './check-cms.ts'
import { readSealed, type SealedAttachment } from './read-sealed.ts'

export type SealCheck =
  | {
      ok: true
      /** Of the certificate that sealed it. */
      fingerprint: string
      /** The time of signing that the file names, in UTC milliseconds. */
      at: number
      /** The time that a timestamp authority gave; whether to trust that authority is not checked. */
      timestampedAt: number | null
      attachments: SealedAttachment[]
    }
  | { ok: false; why: string }

/** The largest file that is checked, in bytes. */
export const largestSealed = 32 * 1024 * 1024
const largestSignature = 32 * 1024

/**
 * Returns what a sealed document holds, if its one signature covers the whole file, holds, and is by one of the trusted
 * certificates (fingerprints); else why not. Never throws. Nothing but the signature is parsed before it holds.
 */
export async function checkSeal(bytes: Uint8Array, trusted: string[]): Promise<SealCheck> {
  try {
    if (bytes.length > largestSealed) throw new BrokenSeal('The file is larger than 32 MB.')
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const { before, hex, after } = signedParts(file)
    const digest = createHash('sha256').update(before).update(after).digest()
    const { fingerprint, timestampedAt } = await checkCms(withoutPadding(hex), digest, trusted)
    return { ok: true, fingerprint, timestampedAt, ...(await readSealed(file)) }
  } catch (error) {
    const why = error instanceof BrokenSeal ? error.message : 'The file is damaged.'
    return { ok: false, why }
  }
}

/** The two signed parts and the signature between them; they must be the whole file, written as `sealPdf` does. */
function signedParts(file: Buffer): { before: Buffer; hex: Buffer; after: Buffer } {
  if (file.subarray(0, 5).toString('latin1') !== '%PDF-') {
    throw new BrokenSeal('The file is not a PDF.')
  }
  const place = file.lastIndexOf('/ByteRange', undefined, 'latin1')
  if (place < 0) throw new BrokenSeal('The PDF carries no seal.')
  const text = file.subarray(place, place + 100).toString('latin1')
  const match = /^\/ByteRange \[0 (\d{1,10}) (\d{1,10}) (\d{1,10})\] *\n\/Contents </.exec(text)
  if (!match) throw new BrokenSeal('The PDF carries no seal of this kind.')
  const [start = 0, end = 0, rest = 0] = match.slice(1).map(Number)
  const startsAt = place + match[0].length - 1
  if (start !== startsAt || end <= start + 2 || end + rest !== file.length) {
    throw new BrokenSeal('The seal does not cover the whole file: it was changed afterwards.')
  }
  if (file[end - 1] !== 0x3e || end - start > 2 * largestSignature) {
    throw new BrokenSeal('The seal cannot be read.')
  }
  const hex = file.subarray(start + 1, end - 1)
  return { before: file.subarray(0, start), hex, after: file.subarray(end) }
}

/** The signature itself: lower-case hexadecimal, then nothing but zeros up to the end of its place. */
function withoutPadding(hex: Buffer): Buffer {
  const text = hex.toString('latin1')
  const place = Buffer.from(text, 'hex')
  const length = 4 + place.readUInt16BE(2)
  const padded = place.subarray(length).some((byte) => byte !== 0)
  if (place.toString('hex') !== text || place.readUInt16BE(0) !== 0x3082 || padded) {
    throw new BrokenSeal('The seal was changed.')
  }
  return place.subarray(0, length)
}
