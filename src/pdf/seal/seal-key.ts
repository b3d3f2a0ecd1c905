import { KeyObject, X509Certificate } from 'node:crypto'

export type SealKey = {
  /** SHA-256 of the certificate's DER in hexadecimal. */
  fingerprint: string
  /** Begins with the certificate itself, followed by its issuers. */
  pem: string
  privateKey: CryptoKey
  /** UTC milliseconds. */
  expiresAt: number
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }

/** Returns a new P-256 key with its own certificate for ten years, and the key as PKCS#8 for storing. */
export async function makeSealKey(
  companyName: string,
  now: number,
): Promise<{ key: SealKey; pkcs8: Uint8Array }> {
  const keys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const { makeCertificate } = await import('./certificate.ts')
  const certificate = await makeCertificate(certificateName(companyName), keys, now)
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { key: sealKey([new X509Certificate(certificate)], keys.privateKey), pkcs8 }
}

export async function readSealKey(pem: string, pkcs8: Uint8Array): Promise<SealKey> {
  const bytes = Buffer.from(pkcs8)
  const key = await crypto.subtle.importKey('pkcs8', bytes, ecdsa, true, ['sign'])
  return sealKey(certificatesOf(pem), key)
}

/** Reads the operator's key. Throws a message for the operator. */
export async function readPkcs12(bytes: Uint8Array, password: string): Promise<SealKey> {
  const { P12Signer } = await import('@libpdf/core')
  const signer = await P12Signer.create(bytes, password).catch((error: Error) => {
    throw new Error(plainReason(error.message), { cause: error })
  })
  const all = [signer.certificate, ...signer.certificateChain].map(
    (der) => new X509Certificate(der),
  )
  // the library hides the key, and assumes that the first certificate belongs to it
  const privateKey: CryptoKey = Reflect.get(signer, 'privateKey')
  const certificate = all.find((certificate) => belongs(certificate, privateKey))
  if (!certificate) throw new Error('The PKCS#12 file holds no certificate for its key')
  return sealKey(issuersOf(certificate, all), privateKey)
}

function sealKey(certificates: X509Certificate[], privateKey: CryptoKey): SealKey {
  const [certificate] = certificates
  if (!certificate || !belongs(certificate, privateKey))
    throw new Error('The key does not belong to the certificate')
  return {
    fingerprint: fingerprintOf(certificate),
    pem: certificates.map(String).join(''),
    privateKey,
    expiresAt: Date.parse(certificate.validTo),
  }
}

const belongs = (certificate: X509Certificate, key: CryptoKey) =>
  certificate.checkPrivateKey(KeyObject.from(key))

export function certificatesOf(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

export const nameIn = (pem: string): string =>
  String(certificatesOf(pem)[0]?.toLegacyObject().subject.CN)

export const fingerprintOf = (certificate: X509Certificate) =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase()

function issuersOf(certificate: X509Certificate, all: X509Certificate[]): X509Certificate[] {
  const chain = [certificate]
  for (const last of chain) {
    const issuer = all.find((other) => !chain.includes(other) && last.checkIssued(other))
    if (issuer) chain.push(issuer)
  }
  return chain
}

function plainReason(message: string): string {
  if (/password|integrity|decrypt/i.test(message)) {
    return 'The password does not open the PKCS#12 file'
  }
  if (/no private key/i.test(message)) return 'The PKCS#12 file holds no private key'
  if (/no certificates/i.test(message)) return 'The PKCS#12 file holds no certificate'
  return 'The file cannot be read as PKCS#12'
}

/** Cuts the name to 64 characters, the limit of X.520. */
export function certificateName(companyName: string): string {
  const name = companyName.replace(/[\p{Cc}\p{Cs}\u{FFFE}\u{FFFF}\s]+/gu, ' ')
  const letters = [...name.trim()].slice(0, 64)
  return letters.join('').trim() || 'Countersign'
}
