import { createHash, type X509Certificate } from 'node:crypto'
import { type BaseBlock, fromBER, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
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

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  rsaWithSha256: '1.2.840.113549.1.1.11',
}

export const sha256Oid = '2.16.840.1.101.3.4.2.1'

type Parts = {
  /** SHA-256 of what is signed. */
  digest: Uint8Array
  /** The certificate of the key. */
  own: X509Certificate
  issuers: X509Certificate[]
  signature: Uint8Array
  timestampToken: Uint8Array | null
}

/** Returns the signature's value: over the content type, the digest and which certificate signs. */
export async function signDigest(
  digest: Uint8Array,
  own: X509Certificate,
  privateKey: CryptoKey,
): Promise<Uint8Array> {
  const bytes = Uint8Array.from(bytesToSign(digest, own))
  if (isRsa(own)) {
    return new Uint8Array(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, bytes))
  }
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  return new Uint8Array(
    createCMSECDSASignature(await crypto.subtle.sign(algorithm, privateKey, bytes)),
  )
}

/** The signed attributes as they are signed: as a set, which in DER is in the order of its bytes. */
export function bytesToSign(digest: Uint8Array, own: X509Certificate): Uint8Array {
  const set = new Uint8Array(signedAttributes(digest, own).toSchema().toBER())
  set[0] = 0x31
  return set
}

/** Returns the CMS signature (RFC 5652) of its parts in DER: the same parts make the same bytes. */
export function assembleCms(parts: Parts): Uint8Array {
  const { digest, own, issuers, signature, timestampToken } = parts
  const { issuer, serialNumber } = parsed(own)
  const digestAlgorithm = new AlgorithmIdentifier({ algorithmId: sha256Oid })
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    digestAlgorithm,
    signedAttrs: signedAttributes(digest, own),
    signatureAlgorithm: isRsa(own)
      ? new AlgorithmIdentifier({ algorithmId: oid.rsaWithSha256, algorithmParams: new Null() })
      : new AlgorithmIdentifier({ algorithmId: oid.ecdsaWithSha256 }),
    signature: octets(signature),
    ...(timestampToken && { unsignedAttrs: unsignedAttributes(timestampToken) }),
  })
  const content = new SignedData({
    version: 1,
    digestAlgorithms: [digestAlgorithm],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates: [own, ...issuers].toSorted((a, b) => Buffer.compare(a.raw, b.raw)).map(parsed),
    signerInfos: [signer],
  })
  const info = new ContentInfo({ contentType: oid.signedData, content: content.toSchema() })
  return new Uint8Array(info.toSchema().toBER())
}

// the shortest first, which is the order of their bytes
const signedAttributes = (digest: Uint8Array, own: X509Certificate) =>
  new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      attribute(oid.contentType, new ObjectIdentifier({ value: oid.data })),
      attribute(oid.messageDigest, octets(digest)),
      attribute(oid.signingCertificateV2, signingCertificate(own)),
    ],
  })

/** Names one certificate by its SHA-256 (RFC 5035). */
function signingCertificate({ raw }: X509Certificate): Sequence {
  const hash = octets(createHash('sha256').update(raw).digest())
  return new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [hash] })] })] })
}

const unsignedAttributes = (token: Uint8Array) =>
  new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [attribute(oid.timestampToken, fromBER(Uint8Array.from(token)).result)],
  })

const isRsa = (certificate: X509Certificate) => certificate.publicKey.asymmetricKeyType === 'rsa'
const parsed = ({ raw }: X509Certificate) => Certificate.fromBER(Uint8Array.from(raw))
const attribute = (type: string, value: BaseBlock) => new Attribute({ type, values: [value] })
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: Uint8Array.from(bytes) })
