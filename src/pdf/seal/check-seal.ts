import { createHash, verify, X509Certificate } from 'node:crypto'
import { PDF } from '@libpdf/core'
import type { OctetString } from 'asn1js'
import {
  ContentInfo,
  CryptoEngine,
  type SignedAndUnsignedAttributes,
  SignedData,
  TSTInfo,
} from 'pkijs'
import { fingerprintOf } from './seal-key.ts'

type SealCheck =
  | {
      ok: true
      fingerprint: string
      /** UTC milliseconds, as the file names it. */
      at: number
      /** UTC milliseconds; whether to trust the authority is not checked. */
      timestampedAt: number | null
      attachments: { name: string; mimeType: string; bytes: Uint8Array }[]
    }
  | { ok: false; why: string }

/** In bytes. */
const largestSealed = 32 * 1024 * 1024

const largestSignature = 32 * 1024
const messageDigest = '1.2.840.113549.1.9.4'
const timestampToken = '1.2.840.113549.1.9.16.2.14'

class BrokenSeal extends Error {}

/**
 * Returns what a sealed document holds, if its one signature covers the whole file, holds, and is by one of the
 * trusted certificates (fingerprints); else why not. Never throws. Nothing but the signature is parsed before it
 * holds.
 */
export async function checkSeal(bytes: Uint8Array, trusted: string[]): Promise<SealCheck> {
  try {
    if (bytes.length > largestSealed) throw new BrokenSeal('The file is larger than 32 MB.')
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const signature = await checkSignature(file, trusted)
    return { ok: true, ...signature, ...(await contentsOf(file)) }
  } catch (error) {
    const why = error instanceof BrokenSeal ? error.message : 'The file is damaged.'
    return { ok: false, why }
  }
}

/** Nothing is computed with the key of an unknown certificate. */
async function checkSignature(file: Buffer, trusted: string[]) {
  const { cms, before, after } = signatureIn(file)
  const { certificates, signed, signedDigest, signature, token } = partsOf(cms)
  const known = certificates.filter((certificate) => trusted.includes(fingerprintOf(certificate)))
  if (known.length === 0) throw new BrokenSeal('The document was sealed with another certificate.')
  const digest = createHash('sha256').update(before).update(after).digest()
  // the certificates that issued it may be known too
  const own = known.find(({ publicKey }) => verify('sha256', signed, publicKey, signature))
  if (!own || !digest.equals(signedDigest))
    throw new BrokenSeal('The document was changed after it was sealed.')
  const timestampedAt = token && (await timeOf(token, signature))
  return { fingerprint: fingerprintOf(own), timestampedAt }
}

/**
 * The two signed parts must be the whole file but for the text of the signature: hexadecimal, filled up with zeros.
 */
export function signatureIn(file: Buffer) {
  if (file.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new BrokenSeal('The file is not a PDF.')
  const place = file.lastIndexOf('/ByteRange', undefined, 'latin1')
  if (place < 0) throw new BrokenSeal('The PDF carries no seal.')
  const text = file.subarray(place, place + 100).toString('latin1')
  const match = /^\/ByteRange \[0 (\d{1,10}) +(\d{1,10}) +(\d{1,10}) *\] *\n\/Contents </.exec(text)
  if (!match) throw new BrokenSeal('The PDF carries no seal of this kind.')
  const [start = 0, end = 0, rest = 0] = match.slice(1).map(Number)
  const startsAt = place + match[0].length - 1
  if (start !== startsAt || end <= start + 2 || end + rest !== file.length)
    throw new BrokenSeal('The seal does not cover the whole file: it was changed afterwards.')
  const hex = file.subarray(start + 1, end - 1)
  const padded = Buffer.from(hex.toString('latin1'), 'hex')
  const isWritten = file[end - 1] === 0x3e && padded.length === hex.length / 2
  if (!isWritten || padded.length > largestSignature || padded[0] !== 0x30 || padded[1] !== 0x82)
    throw new BrokenSeal('The seal cannot be read.')
  const cms = padded.subarray(0, 4 + padded.readUInt16BE(2))
  if (padded.subarray(cms.length).some((byte) => byte !== 0))
    throw new BrokenSeal('The seal was changed.')
  return { cms, hex, before: file.subarray(0, start), after: file.subarray(end) }
}

function partsOf(cms: Buffer) {
  try {
    const { content } = ContentInfo.fromBER(Uint8Array.from(cms))
    const { certificates = [], signerInfos } = new SignedData({ schema: content })
    const { signedAttrs, unsignedAttrs, signature } = signerInfos[0] ?? {}
    if (!signedAttrs || !signature) throw new Error('No signed attributes')
    const digest: OctetString = attributeOf(signedAttrs, messageDigest)
    const token = unsignedAttrs && attributeOf(unsignedAttrs, timestampToken)
    return {
      certificates: certificates.map(
        (certificate) => new X509Certificate(Buffer.from(certificate.toSchema().toBER())),
      ),
      signed: Buffer.from(signedAttrs.encodedValue),
      signedDigest: Buffer.from(digest.valueBlock.valueHexView),
      signature: Buffer.from(signature.valueBlock.valueHexView),
      token: token ? new Uint8Array(token.toBER()) : null,
    }
  } catch (error) {
    throw new BrokenSeal('The seal cannot be read.', { cause: error })
  }
}

const attributeOf = ({ attributes }: SignedAndUnsignedAttributes, wanted: string) =>
  attributes.find(({ type }) => type === wanted)?.values[0]

async function timeOf(token: Uint8Array, bytes: Uint8Array): Promise<number> {
  try {
    const signed = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(token)).content })
    const data = Uint8Array.from(bytes).buffer
    // the PDF library replaces the engine that pkijs takes by itself
    const holds = await signed.verify({ signer: 0, data }, new CryptoEngine({ crypto }))
    const content = signed.encapContentInfo.eContent?.getValue()
    if (holds && content) return TSTInfo.fromBER(content).genTime.getTime()
  } catch {}
  throw new BrokenSeal('The timestamp of the seal is damaged.')
}

async function contentsOf(file: Buffer) {
  const pdf = await PDF.load(file)
  const [field] = pdf.getForm()?.getSignatureFields() ?? []
  const time = field?.getSignatureDict()?.getString('M')?.asString() ?? ''
  const [, ...parts] = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  const [year = Number.NaN, month = 0, ...rest] = parts.map(Number)
  const attachments = [...pdf.getAttachments()].map(([name, { mimeType = '' }]) => {
    const bytes = pdf.getAttachment(name)
    if (!bytes) throw new BrokenSeal('The attachments cannot be read.')
    return { name, mimeType, bytes }
  })
  return { at: Date.UTC(year, month - 1, ...rest), attachments }
}
