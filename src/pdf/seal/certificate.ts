import { createHash, randomBytes } from 'node:crypto'
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

const commonName = '2.5.4.3'
const organisation = '2.5.4.10'
const documentSigning = '1.3.6.1.5.5.7.3.36'
/** poppler accepts no other purpose for signing: without it, `pdfsig` reports corrupted data. */
const emailProtection = '1.3.6.1.5.5.7.3.4'
// the engine has a name of its own, because the PDF library replaces the default one of pkijs
const engine = new CryptoEngine({ crypto })
const digitalSignatureAndNonRepudiation = new Uint8Array([0b1100_0000])

/** Returns a self-signed certificate for signing documents as DER. It is valid for ten years. */
export async function makeCertificate(
  name: string,
  keys: CryptoKeyPair,
  now: number,
): Promise<Uint8Array> {
  const certificate = new Certificate({ version: 2 })
  certificate.serialNumber = new Integer({ valueHex: randomSerial() })
  certificate.issuer = nameOf(name)
  certificate.subject = nameOf(name)
  certificate.notBefore = timeOf(now, 0)
  certificate.notAfter = timeOf(now, 10)
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, engine)
  const { subjectPublicKey } = certificate.subjectPublicKeyInfo
  certificate.extensions = extensionsOf(subjectPublicKey.valueBlock.valueHexView)
  await certificate.sign(keys.privateKey, 'SHA-256', engine)
  return new Uint8Array(certificate.toSchema(true).toBER())
}

// the serial number has to be positive, without a leading zero, and at most twenty bytes long
function randomSerial(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(randomBytes(16), (byte, index) => (index ? byte : (byte & 0x3f) | 0x40))
}

function nameOf(name: string): RelativeDistinguishedNames {
  const value = new Utf8String({ value: name })
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
    extension(
      '2.5.29.37',
      false,
      new ExtKeyUsage({ keyPurposes: [documentSigning, emailProtection] }).toSchema(),
    ),
    extension('2.5.29.14', false, new OctetString({ valueHex: Uint8Array.from(keyId) })),
  ]
}

const extension = (extnID: string, critical: boolean, value: BaseBlock) =>
  new Extension({ extnID, critical, extnValue: value.toBER() })
