import { createPrivateKey, X509Certificate } from 'node:crypto'
import { P12Signer } from '@libpdf/core'
import { makeCertificate } from './make-certificate.ts'
import type { SealKey } from './sealed-pdf.ts'

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }

/** Returns a new P-256 key with its own certificate for ten years, and the key as PKCS#8 to store. */
export async function makeSealKey(
  companyName: string,
  now: number,
): Promise<{ key: SealKey; pkcs8: Uint8Array }> {
  const keys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const certificate = await makeCertificate(companyName, keys, now)
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { key: await readSealKey(pemOf(certificate), pkcs8), pkcs8 }
}

/** Returns the key of a certificate; throws when the two do not belong together. */
export async function readSealKey(pem: string, pkcs8: Uint8Array): Promise<SealKey> {
  const [own, ...issuers] = certificatesOf(pem)
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  if (!own?.checkPrivateKey(key)) throw new Error('The key does not belong to the certificate')
  const rsa = key.asymmetricKeyType === 'rsa'
  const algorithm = rsa
    ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    : { name: 'ECDSA', namedCurve: curveOf(key.asymmetricKeyDetails?.namedCurve) }
  return {
    fingerprint: fingerprintOf(own),
    pem: [own, ...issuers].map(String).join(''),
    privateKey: await crypto.subtle.importKey('pkcs8', Buffer.from(pkcs8), algorithm, false, [
      'sign',
    ]),
    expiresAt: Date.parse(own.validTo),
  }
}

/** Returns the key in a PKCS#12 file with its certificates; throws in plain words. */
export async function readPkcs12(bytes: Uint8Array, password: string): Promise<SealKey> {
  const signer = await P12Signer.create(bytes, password).catch((error: Error) => {
    throw new Error(plainReason(error.message), { cause: error })
  })
  // the library keeps the key to itself, and only the key tells which certificate is its own
  const privateKey: CryptoKey = Reflect.get(signer, 'privateKey')
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', privateKey)
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  const all = [signer.certificate, ...signer.certificateChain].map(
    (der) => new X509Certificate(der),
  )
  const own = all.find((certificate) => certificate.checkPrivateKey(key))
  if (!own) throw new Error('The PKCS#12 file holds no certificate for its key')
  return readSealKey(issuersOf(own, all).map(String).join(''), new Uint8Array(pkcs8))
}

/** The certificates of a PEM text, in their order. */
export function certificatesOf(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

/** SHA-256 of a certificate's DER in lower-case hexadecimal. */
export const fingerprintOf = (certificate: X509Certificate) =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase()

const pemOf = (der: Uint8Array) => new X509Certificate(der).toString()

function curveOf(name = ''): string {
  const curves: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384' }
  const curve = curves[name]
  if (!curve) throw new Error('The key must be RSA, or on the curve P-256 or P-384')
  return curve
}

/** A certificate, the one that issued it, and so on up to the root as far as they are there. */
function issuersOf(own: X509Certificate, all: X509Certificate[]): X509Certificate[] {
  const chain = [own]
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
