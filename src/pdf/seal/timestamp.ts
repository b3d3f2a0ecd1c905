import { createHash, randomBytes } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { sha256Oid } from './cms.ts'
import { engine } from './engine.ts'

/** The largest token that a sealed document keeps room for, in bytes. */
export const largestToken = 16 * 1024

const patience = 10_000

type Timestamp = { token: Uint8Array; at: number }

/** Asks an authority (RFC 3161) for a timestamp over some bytes: ten seconds at most, no redirects. */
export async function requestTimestamp(url: string, bytes: Uint8Array): Promise<Timestamp> {
  const nonce = newNonce()
  const answer = await post(url, requestFor(bytes, nonce)).catch((error: Error) => {
    throw new Error(`The timestamp authority cannot be used: ${reasonOf(error)}`, { cause: error })
  })
  const token = tokenIn(answer)
  const info = token && (await readTimestamp(token, bytes))
  if (!token || !info?.nonce.equals(nonce)) {
    throw new Error('The timestamp authority returned no valid timestamp for this document')
  }
  return { token, at: info.at }
}

/**
 * Returns the time of a token that holds for these bytes and is signed by the certificate inside it, else `null`. Whether
 * that certificate is to be trusted is not decided here.
 */
export async function readTimestamp(
  token: Uint8Array,
  bytes: Uint8Array,
): Promise<{ at: number; nonce: Buffer } | null> {
  try {
    const signed = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(token)).content })
    const content = signed.encapContentInfo.eContent?.getValue()
    const data = Uint8Array.from(bytes).buffer
    if (!content || !(await signed.verify({ signer: 0, data }, engine))) return null
    const info = TSTInfo.fromBER(content)
    const nonce = Buffer.from(info.nonce?.valueBlock.valueHexView ?? [])
    return { at: info.genTime.getTime(), nonce }
  } catch {
    return null
  }
}

/** A positive number without a leading zero, so that it comes back as the same bytes. */
const newNonce = () =>
  Uint8Array.from(randomBytes(8), (byte, index) => (index ? byte : (byte & 0x3f) | 0x40))

function requestFor(bytes: Uint8Array, nonce: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const imprint = Uint8Array.from(createHash('sha256').update(bytes).digest())
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256Oid }),
      hashedMessage: new OctetString({ valueHex: imprint }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })
  return new Uint8Array(request.toSchema().toBER())
}

async function post(url: string, body: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  if (response.status !== 200) throw new Error(`it answered with status ${response.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestToken) throw new Error('its answer is larger than 16 KB')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'no answer in 10 seconds'
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** The token in an answer that grants one (status 0 or 1). */
function tokenIn(answer: Uint8Array): Uint8Array | null {
  try {
    const response = TimeStampResp.fromBER(Uint8Array.from(answer))
    if (response.status.status > 1 || !response.timeStampToken) return null
    return new Uint8Array(response.timeStampToken.toSchema().toBER())
  } catch {
    return null
  }
}
