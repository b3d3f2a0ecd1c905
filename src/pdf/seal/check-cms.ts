import { verify, X509Certificate } from 'node:crypto'
import { ContentInfo, SignedData, type SignerInfo } from 'pkijs'
import { BrokenSeal } from './broken-seal.ts'
import { assembleCms, bytesToSign } from './cms.ts'
import { fingerprintOf } from './seal-key.ts'
import { readTimestamp } from './timestamp.ts'

type Signature = { fingerprint: string; timestampedAt: number | null }

/**
 * Checks a CMS signature over a digest: made by one of the trusted certificates, and byte for byte as `assembleCms` makes
 * it. Throws `BrokenSeal`. Nothing is computed with the key of an unknown certificate.
 */
export async function checkCms(cms: Buffer, digest: Buffer, trusted: string[]): Promise<Signature> {
  const { certificates, signature, timestampToken } = partsOf(cms)
  const known = certificates.filter((certificate) => trusted.includes(fingerprintOf(certificate)))
  if (known.length === 0) throw new BrokenSeal('The document was sealed with another certificate.')
  // the certificates that issued it may be known too
  const own = known.find((certificate) =>
    verify('sha256', bytesToSign(digest, certificate), certificate.publicKey, signature),
  )
  if (!own) throw changed()
  const issuers = certificates.filter((certificate) => certificate !== own)
  const again = assembleCms({ digest, own, issuers, signature, timestampToken })
  if (!cms.equals(again)) throw changed()
  const timestamp = timestampToken && (await readTimestamp(timestampToken, signature))
  if (timestampToken && !timestamp) throw new BrokenSeal('The timestamp of the seal is damaged.')
  return { fingerprint: fingerprintOf(own), timestampedAt: timestamp ? timestamp.at : null }
}

const changed = () => new BrokenSeal('The document was changed after it was sealed.')

function partsOf(cms: Buffer) {
  try {
    const { content } = ContentInfo.fromBER(Uint8Array.from(cms))
    const { certificates = [], signerInfos } = new SignedData({ schema: content })
    const [signer] = signerInfos
    if (!signer) throw new Error('No signer')
    return {
      certificates: certificates.map(
        (certificate) => new X509Certificate(Buffer.from(certificate.toSchema().toBER())),
      ),
      signature: Buffer.from(signer.signature.valueBlock.valueHexView),
      timestampToken: tokenOf(signer),
    }
  } catch (error) {
    throw new BrokenSeal('The seal cannot be read.', { cause: error })
  }
}

function tokenOf(signer: SignerInfo): Uint8Array | null {
  const [value] = signer.unsignedAttrs?.attributes[0]?.values ?? []
  return value ? new Uint8Array(value.toBER()) : null
}
