import { PDF } from '@libpdf/core'
import type { OctetString } from 'asn1js'
import {
  type Certificate,
  ContentInfo,
  CryptoEngine,
  type SignedAndUnsignedAttributes,
  SignedData,
  TSTInfo,
} from 'pkijs'

// This file uses no API of Node, because the server, the command line and the offline checker in a browser run the
// same code.

export type SealCheck =
  | {
      ok: true
      /** SHA-256 of the certificate's DER in hexadecimal. */
      fingerprint: string
      /** The name in the certificate. Anybody can make a certificate in any name. */
      name: string
      /** UTC milliseconds, as stated in the file. */
      at: number
      /** UTC milliseconds. Nobody checks whether the authority can be trusted. */
      timestampedAt: number | null
      attachments: { name: string; mimeType: string; bytes: Uint8Array }[]
    }
  | { ok: false; why: string }

type Bytes = Uint8Array<ArrayBuffer>

/** Bytes. */
const largestSealed = 32 * 1024 * 1024

const largestSignature = 32 * 1024
const commonName = '2.5.4.3'
const messageDigest = '1.2.840.113549.1.9.4'
const timestampToken = '1.2.840.113549.1.9.16.2.14'
// the engine has a name of its own, because the PDF library replaces the default one of pkijs
const engine = new CryptoEngine({ crypto })

export const noSeal = 'The PDF carries no seal.'
export const otherCertificate = 'The document was sealed with another certificate.'

class BrokenSeal extends Error {}

/**
 * Returns what a sealed document holds if one valid signature by a trusted certificate covers the whole file, or else
 * why not. `trusted` lists fingerprints, and `null` trusts any certificate. Never throws, and parses nothing else
 * before the signature is valid.
 */
export async function checkSeal(bytes: Uint8Array, trusted: string[] | null): Promise<SealCheck> {
  try {
    if (bytes.length > largestSealed) throw new BrokenSeal('The file is larger than 32 MB.')
    const signature = await checkSignature(bytes, trusted)
    return { ok: true, ...signature, ...(await contentsOf(bytes)) }
  } catch (error) {
    const why = error instanceof BrokenSeal ? error.message : 'The file is damaged.'
    return { ok: false, why }
  }
}

/** Checks the signature. The key of a certificate is only used once the certificate is trusted. */
async function checkSignature(file: Uint8Array, trusted: string[] | null) {
  const { cms, start, end } = signatureIn(file)
  const { certificates, signed, signedDigest, signature, token } = partsOf(cms)
  const candidates = []
  for (const certificate of certificates) {
    const fingerprint = await sha256(certificate.toSchema().toBER())
    if (!trusted || trusted.includes(fingerprint)) candidates.push({ certificate, fingerprint })
  }
  if (candidates.length === 0) throw new BrokenSeal(otherCertificate)
  const covered = new Uint8Array(file.length - (end - start))
  covered.set(file.subarray(0, start))
  covered.set(file.subarray(end), start)
  const isWhole = (await sha256(covered)) === hexOf(signedDigest)
  // a trusted certificate may also be an issuer, which has signed nothing here
  for (const { certificate, fingerprint } of isWhole ? candidates : [])
    if (await hasSigned(certificate, signed, signature)) {
      const timestampedAt = token && (await timeOf(token, signature))
      return { fingerprint, name: nameIn(certificate), timestampedAt }
    }
  throw new BrokenSeal('The document was changed after it was sealed.')
}

/**
 * Reads the signature. The two signed parts must cover the whole file except the signature itself, which is
 * hexadecimal and padded with zeros.
 */
export function signatureIn(file: Uint8Array): { cms: Bytes; start: number; end: number } {
  // each byte becomes one character; those from 0x80 on do not matter
  const text = new TextDecoder('latin1').decode(file)
  if (!text.startsWith('%PDF-')) throw new BrokenSeal('The file is not a PDF.')
  const place = text.lastIndexOf('/ByteRange')
  if (place < 0) throw new BrokenSeal(noSeal)
  const range = /^\/ByteRange \[0 (\d{1,10}) +(\d{1,10}) +(\d{1,10}) *\] *\n\/Contents </
  const match = range.exec(text.slice(place, place + 100))
  if (!match) throw new BrokenSeal('The PDF carries no seal of this kind.')
  const [start = 0, end = 0, rest = 0] = match.slice(1).map(Number)
  const startsAt = place + match[0].length - 1
  if (start !== startsAt || end <= start + 2 || end + rest !== file.length)
    throw new BrokenSeal('The seal does not cover the whole file: it was changed afterwards.')
  const hex = text.slice(start + 1, end - 1)
  const isWritten = text[end - 1] === '>' && /^3082(?:[0-9A-Fa-f]{2})+$/.test(hex)
  if (!isWritten || hex.length / 2 > largestSignature)
    throw new BrokenSeal('The seal cannot be read.')
  const padded = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const length = 4 + new DataView(padded.buffer).getUint16(2)
  if (padded.subarray(length).some((byte) => byte !== 0))
    throw new BrokenSeal('The seal was changed.')
  return { cms: padded.slice(0, length), start, end }
}

function partsOf(cms: Bytes) {
  try {
    const { content } = ContentInfo.fromBER(cms)
    const { certificates = [], signerInfos } = new SignedData({ schema: content })
    const { signedAttrs, unsignedAttrs, signature } = signerInfos[0] ?? {}
    if (!signedAttrs || !signature) throw new Error('No signed attributes')
    const digest: OctetString = attributeOf(signedAttrs, messageDigest)
    const token = unsignedAttrs && attributeOf(unsignedAttrs, timestampToken)
    return {
      // of all the kinds that may be here, only certificates have a subject
      certificates: certificates.filter((one): one is Certificate => 'subject' in one),
      signed: signedAttrs.encodedValue,
      signedDigest: digest.valueBlock.valueHexView,
      signature,
      token: token ? new Uint8Array(token.toBER()) : null,
    }
  } catch (error) {
    throw new BrokenSeal('The seal cannot be read.', { cause: error })
  }
}

const attributeOf = ({ attributes }: SignedAndUnsignedAttributes, oid: string) =>
  attributes.find(({ type }) => type === oid)?.values[0]

function hasSigned(certificate: Certificate, signed: ArrayBuffer, signature: OctetString) {
  const key = certificate.subjectPublicKeyInfo
  return (
    engine
      .verifyWithPublicKey(signed, signature, key, key.algorithm, 'SHA-256')
      // the key is of another kind, or the signature is malformed
      .catch(() => false)
  )
}

const nameIn = ({ subject }: Certificate): string =>
  subject.typesAndValues.find(({ type }) => type === commonName)?.value.valueBlock.value ?? ''

async function timeOf(token: Bytes, { valueBlock }: OctetString): Promise<number> {
  try {
    const signed = new SignedData({ schema: ContentInfo.fromBER(token).content })
    const data = Uint8Array.from(valueBlock.valueHexView).buffer
    const holds = await signed.verify({ signer: 0, data }, engine)
    const content = signed.encapContentInfo.eContent?.getValue()
    if (holds && content) return TSTInfo.fromBER(content).genTime.getTime()
  } catch {}
  throw new BrokenSeal('The timestamp of the seal is damaged.')
}

async function contentsOf(file: Uint8Array) {
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

export function fingerprintsIn(pem: string): Promise<string[]> {
  const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([\w+/=\s]+)-----END CERTIFICATE-----/g)
  const files = [...blocks].map(([, text = '']) =>
    Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
  )
  return Promise.all(files.map(sha256))
}

export const sha256 = async (bytes: ArrayBuffer | Bytes): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
