/** A file inside a PDF; the relationship is PDF/A-3's. */
export type Attachment = {
  name: string
  mimeType: string
  description: string
  relationship: 'Source' | 'Data' | 'Supplement'
  bytes: Uint8Array
}

/** What seals documents: a certificate, those that issued it, and its private key. */
export type SealKey = {
  /** SHA-256 of the certificate's DER in hexadecimal. */
  fingerprint: string
  /** The certificate first, then its issuers. */
  pem: string
  privateKey: CryptoKey
  /** UTC milliseconds. */
  expiresAt: number
}

export type SealedPdf = {
  bytes: Uint8Array
  /** UTC milliseconds; `null` without a timestamp authority. */
  timestampedAt: number | null
}
