import { CryptoKeySigner, HttpTimestampAuthority, PDF, type Signer } from '@libpdf/core'
import { Set as DerSet, fromBER } from 'asn1js'
import { Attribute, ContentInfo, SignedData } from 'pkijs'
import { checkSeal, signatureIn } from './check-seal.ts'
import { certificatesOf, type SealKey } from './seal-key.ts'

export type Attachment = { name: string; mimeType: string; description: string; bytes: Uint8Array }

type Seal = {
  attachments: Attachment[]
  /** The time of signing in UTC milliseconds. */
  at: number
  key: SealKey
  timestampUrl: string | null
}

export type SealedPdf = {
  bytes: Uint8Array
  /** UTC milliseconds, or `null` without a timestamp authority. */
  timestampedAt: number | null
}

const largestTimestamp = 16 * 1024
const timestampTimeoutMs = 10_000
const signingTime = '1.2.840.113549.1.9.5'

/**
 * Adds one PAdES signature over the whole file: B-B, or B-T with a timestamp authority. Throws when the authority
 * does not answer or when the result fails `checkSeal`.
 */
export async function sealPdf(bytes: Uint8Array, seal: Seal): Promise<SealedPdf> {
  const { key, timestampUrl } = seal
  const pdf = await PDF.load(bytes)
  const date = new Date(seal.at)
  for (const { name, bytes, mimeType, description } of seal.attachments)
    pdf.addAttachment(name, bytes, { mimeType, description, createdAt: date, modifiedAt: date })
  const signed = await pdf.sign({
    signer: signerOf(key),
    signingTime: date,
    fieldName: 'Seal',
    estimatedSize: key.pem.length + 1536 + (timestampUrl ? largestTimestamp : 0),
    ...(timestampUrl && { timestampAuthority: timestampAuthority(timestampUrl) }),
  })
  const file = dropSigningTime(Buffer.from(signed.bytes))
  const check = await checkSeal(file, [key.fingerprint])
  if (check.ok) return { bytes: file, timestampedAt: check.timestampedAt }
  throw new Error(`The sealed file is not valid: ${check.why}`)
}

function signerOf({ pem, privateKey }: SealKey): Signer {
  const [certificate = new Uint8Array(), ...issuers] = certificatesOf(pem).map(({ raw }) => raw)
  const signer =
    privateKey.algorithm.name === 'ECDSA'
      ? new CryptoKeySigner(privateKey, certificate, 'EC', 'ECDSA', issuers)
      : new CryptoKeySigner(privateKey, certificate, 'RSA', 'RSASSA-PKCS1-v1_5', issuers)
  return {
    ...signer,
    sign: (attributes, digest) => signer.sign(withoutSigningTime(attributes), digest),
  }
}

/** Removes the signed time. PAdES B-B allows it only in the dictionary of the signature. */
function withoutSigningTime(attributes: Uint8Array): Uint8Array {
  const { result } = fromBER(Uint8Array.from(attributes))
  if (!(result instanceof DerSet)) throw new Error('The attributes to sign cannot be read')
  const value = result.valueBlock.value.filter(
    (schema) => new Attribute({ schema }).type !== signingTime,
  )
  return new Uint8Array(new DerSet({ value }).toBER())
}

function dropSigningTime(file: Buffer): Buffer {
  const { cms, start, end } = signatureIn(file)
  const info = ContentInfo.fromBER(cms)
  const content = new SignedData({ schema: info.content })
  for (const { signedAttrs } of content.signerInfos)
    if (signedAttrs)
      signedAttrs.attributes = signedAttrs.attributes.filter(({ type }) => type !== signingTime)
  info.content = content.toSchema()
  const hex = Buffer.from(info.toSchema().toBER()).toString('hex')
  file.fill('0', start + 1, end - 1).write(hex, start + 1, 'latin1')
  return file
}

/** Asks the authority without following redirects. `checkSeal` checks the timestamp. */
function timestampAuthority(url: string): HttpTimestampAuthority {
  return new HttpTimestampAuthority(url, {
    async fetch(url, options) {
      const signal = AbortSignal.timeout(timestampTimeoutMs)
      const response = await fetch(url, { ...options, redirect: 'error', signal })
      const parts: Uint8Array<ArrayBuffer>[] = []
      let size = 0
      for await (const part of response.body ?? []) {
        size += part.length
        if (size > largestTimestamp) throw new Error('its answer is larger than 16 KB')
        parts.push(part)
      }
      return new Response(new Blob(parts), { status: response.status })
    },
  })
}
