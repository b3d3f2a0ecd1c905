import { createHash } from 'node:crypto'
import { assembleCms, signDigest } from '#src/pdf/seal/cms.ts'
import { certificatesOf } from '#src/pdf/seal/seal-key.ts'
import type { SealKey } from '#src/pdf/seal/sealed-pdf.ts'

/** Replaces text of a sealed file by text of the same length, or adds some at its end. */
export function edited(file: Uint8Array, from: string, to: string, last = false): Buffer {
  const text = Buffer.from(file).toString('latin1')
  const at = last ? text.lastIndexOf(from) : text.indexOf(from)
  if (at < 0 || to.length > from.length) throw new Error(`No place for ${to}`)
  return Buffer.from(
    text.slice(0, at) + to.padEnd(from.length) + text.slice(at + from.length),
    'latin1',
  )
}

/** Signs a sealed file again as it is now, with a range over all of it: what a thief of the key could do. */
export async function reseal(bytes: Uint8Array, key: SealKey): Promise<Buffer> {
  const file = Buffer.from(bytes)
  const place = file.lastIndexOf('/ByteRange [')
  const start = file.indexOf('<', place)
  const end = file.indexOf('>', start) + 1
  const range = `/ByteRange [0 ${start} ${end} ${file.length - end}]`
  file.write(range.padEnd(file.indexOf('\n', place) - place), place, 'latin1')
  const parts = [file.subarray(0, start), file.subarray(end)]
  const digest = createHash('sha256').update(Buffer.concat(parts)).digest()
  const [own, ...issuers] = certificatesOf(key.pem)
  if (!own) throw new Error('No certificate')
  const signature = await signDigest(digest, own, key.privateKey)
  const cms = assembleCms({ digest, own, issuers, signature, timestampToken: null })
  file.fill('0', start + 1, end - 1, 'latin1')
  file.write(Buffer.from(cms).toString('hex'), start + 1, 'latin1')
  return file
}
