import { createHash, type X509Certificate } from 'node:crypto'
import { type BaseBlock, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  createCMSECDSASignature,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'

export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  rsaWithSha256: '1.2.840.113549.1.1.11',
}

/**
 * Returns a CMS signature over a SHA-256 digest: the content type, the digest and the certificate are signed. `stamp`
 * may return a timestamp token over the signature's value.
 */
export async function signDigest(
  digest: Uint8Array,
  certificates: X509Certificate[],
  privateKey: CryptoKey,
  stamp: (signature: Uint8Array) => Promise<Uint8Array | null>,
): Promise<Uint8Array> {
  const all = certificates.map(({ raw }) => Certificate.fromBER(Uint8Array.from(raw)))
  const [own] = all
  const [ownDer] = certificates
  if (!own || !ownDer) throw new Error('A signature needs a certificate')
  const attributes = signedAttributes(digest, ownDer.raw)
  const { algorithm, signature } = await sign(privateKey, attributes)
  const token = await stamp(signature)
  const sha256 = new AlgorithmIdentifier({ algorithmId: oid.sha256 })
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: sha256,
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: algorithm }),
    signature: new OctetString({ valueHex: signature }),
    ...(token && { unsignedAttrs: unsignedAttributes(token) }),
  })
  const content = new SignedData({
    version: 1,
    digestAlgorithms: [sha256],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates: all,
    signerInfos: [signer],
  })
  const info = new ContentInfo({ contentType: oid.signedData, content: content.toSchema() })
  return new Uint8Array(info.toSchema().toBER())
}

/** In DER a set is in the order of its bytes, and the shortest of these is first. */
function signedAttributes(digest: Uint8Array, certificate: Uint8Array): Attribute[] {
  const hash = octets(createHash('sha256').update(certificate).digest())
  const named = new Sequence({ value: [new Sequence({ value: [hash] })] })
  return [
    attribute(oid.contentType, new ObjectIdentifier({ value: oid.data })),
    attribute(oid.messageDigest, octets(digest)),
    attribute(oid.signingCertificateV2, new Sequence({ value: [named] })),
  ]
}

async function sign(privateKey: CryptoKey, attributes: Attribute[]) {
  const set = new SignedAndUnsignedAttributes({ type: 0, attributes }).toSchema().toBER()
  const bytes = Uint8Array.from(new Uint8Array(set), (byte, index) => (index ? byte : 0x31))
  if (privateKey.algorithm.name === 'ECDSA') {
    const parameters = { name: 'ECDSA', hash: 'SHA-256' }
    const raw = await crypto.subtle.sign(parameters, privateKey, bytes)
    const signature = new Uint8Array(createCMSECDSASignature(raw))
    return { algorithm: oid.ecdsaWithSha256, signature }
  }
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, bytes)
  return { algorithm: oid.rsaWithSha256, signature: new Uint8Array(signature) }
}

const unsignedAttributes = (token: Uint8Array) =>
  new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [attribute(oid.timestampToken, fromBER(Uint8Array.from(token)).result)],
  })

const attribute = (type: string, value: BaseBlock) => new Attribute({ type, values: [value] })
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: Uint8Array.from(bytes) })
