import { createHash, KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { P12Signer } from '@libpdf/core'
import {
  type BaseBlock,
  BitString,
  Set as DerSet,
  Integer,
  OctetString,
  Sequence,
  Utf8String,
} from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  Extension,
  ExtKeyUsage,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs'

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

const commonName = '2.5.4.3'
const organisation = '2.5.4.10'
const documentSigning = '1.3.6.1.5.5.7.3.36'
// named, because the PDF library replaces the engine that pkijs takes by itself
const engine = new CryptoEngine({ crypto })
const digitalSignatureAndNonRepudiation = new Uint8Array([0b1100_0000])
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }

/** Returns a new P-256 key with its own certificate for ten years, and the key as PKCS#8 to store. */
export async function makeSealKey(
  companyName: string,
  now: number,
): Promise<{ key: SealKey; pkcs8: Uint8Array }> {
  const keys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const certificate = await makeCertificate(companyName, keys, now)
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { key: sealKey([new X509Certificate(certificate)], keys.privateKey), pkcs8 }
}

/** Returns the installation's own key; throws when key and certificate do not belong together. */
export async function readSealKey(pem: string, pkcs8: Uint8Array): Promise<SealKey> {
  const bytes = Buffer.from(pkcs8)
  const key = await crypto.subtle.importKey('pkcs8', bytes, ecdsa, true, ['sign'])
  return sealKey(certificatesOf(pem), key)
}

/** Returns the key in a PKCS#12 file with its certificates; throws in plain words. */
export async function readPkcs12(bytes: Uint8Array, password: string): Promise<SealKey> {
  const signer = await P12Signer.create(bytes, password).catch((error: Error) => {
    throw new Error(plainReason(error.message), { cause: error })
  })
  const all = [signer.certificate, ...signer.certificateChain].map(
    (der) => new X509Certificate(der),
  )
  // the library keeps the key to itself, and takes the first certificate for the key's own
  const privateKey: CryptoKey = Reflect.get(signer, 'privateKey')
  const own = all.find((certificate) => belongs(certificate, privateKey))
  if (!own) throw new Error('The PKCS#12 file holds no certificate for its key')
  return sealKey(issuersOf(own, all), privateKey)
}

function sealKey(certificates: X509Certificate[], privateKey: CryptoKey): SealKey {
  const [own] = certificates
  if (!own || !belongs(own, privateKey))
    throw new Error('The key does not belong to the certificate')
  return {
    fingerprint: fingerprintOf(own),
    pem: certificates.map(String).join(''),
    privateKey,
    expiresAt: Date.parse(own.validTo),
  }
}

const belongs = (certificate: X509Certificate, key: CryptoKey) =>
  certificate.checkPrivateKey(KeyObject.from(key))

/** The certificates of a PEM text, in their order. */
export function certificatesOf(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

/** The common name in the first certificate of a PEM text. */
export const nameIn = (pem: string): string =>
  String(certificatesOf(pem)[0]?.toLegacyObject().subject.CN)

/** SHA-256 of a certificate's DER in lower-case hexadecimal. */
export const fingerprintOf = (certificate: X509Certificate) =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase()

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

/** Returns the DER of a certificate that the key issues to itself: for signing documents, for ten years. */
async function makeCertificate(
  companyName: string,
  keys: CryptoKeyPair,
  now: number,
): Promise<Uint8Array> {
  const certificate = new Certificate({ version: 2 })
  certificate.serialNumber = new Integer({ valueHex: randomSerial() })
  certificate.issuer = nameOf(companyName)
  certificate.subject = nameOf(companyName)
  certificate.notBefore = timeOf(now, 0)
  certificate.notAfter = timeOf(now, 10)
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, engine)
  const { subjectPublicKey } = certificate.subjectPublicKeyInfo
  certificate.extensions = extensionsOf(subjectPublicKey.valueBlock.valueHexView)
  await certificate.sign(keys.privateKey, 'SHA-256', engine)
  return new Uint8Array(certificate.toSchema(true).toBER())
}

// A serial number is positive, has no leading zero and at most twenty bytes.
function randomSerial(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(randomBytes(16), (byte, index) => (index ? byte : (byte & 0x3f) | 0x40))
}

/** A company's name as its certificate has it, without control characters; X.520 ends it at 64 characters. */
export function certificateName(companyName: string): string {
  const name = companyName.replace(/[\p{Cc}\p{Cs}\u{FFFE}\u{FFFF}\s]+/gu, ' ')
  const letters = [...name.trim()].slice(0, 64)
  return letters.join('').trim() || 'Countersign'
}

/** The company as common name and as organisation, each a set of its own. */
function nameOf(companyName: string): RelativeDistinguishedNames {
  const value = new Utf8String({ value: certificateName(companyName) })
  const sets = [commonName, organisation].map(
    (type) => new DerSet({ value: [new AttributeTypeAndValue({ type, value }).toSchema()] }),
  )
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: sets }).toBER())
}

function timeOf(now: number, years: number): Time {
  const value = new Date(now)
  value.setUTCFullYear(value.getUTCFullYear() + years)
  value.setUTCMilliseconds(0)
  const type = value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime
  return new Time({ type, value })
}

function extensionsOf(publicKey: Uint8Array): Extension[] {
  const keyId = createHash('sha256').update(publicKey).digest().subarray(0, 20)
  return [
    extension('2.5.29.19', true, new BasicConstraints({ cA: false }).toSchema()),
    extension(
      '2.5.29.15',
      true,
      new BitString({ valueHex: digitalSignatureAndNonRepudiation, unusedBits: 6 }),
    ),
    extension('2.5.29.37', false, new ExtKeyUsage({ keyPurposes: [documentSigning] }).toSchema()),
    extension('2.5.29.14', false, new OctetString({ valueHex: Uint8Array.from(keyId) })),
  ]
}

const extension = (extnID: string, critical: boolean, value: BaseBlock) =>
  new Extension({ extnID, critical, extnValue: value.toBER() })
