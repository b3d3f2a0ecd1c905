import { createHash } from 'node:crypto'
import {
  type DecisionData,
  decisionData,
  type SignedData,
  signedData,
} from '#src/domain/sealing/frozen-data.ts'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'

/** A sealed document of this installation, opened. */
export type OpenedDocument = {
  pdf: Buffer
  /** Of the file, in hexadecimal. */
  sha256: string
  /** The canonical text that was frozen. */
  text: string
  signature: Buffer | null
  /** The fingerprint of the certificate that sealed it. */
  certificate: string
  sealedAt: number
  timestampedAt: number | null
} & (
  | { kind: 'signed'; data: SignedData }
  | { kind: 'countersigned'; data: DecisionData; signed: Buffer }
)

/** Why a file is not taken, in plain words. */
export class UnusableDocument extends Error {}

/** Opens a document sealed by one of the trusted certificates (fingerprints). Throws `UnusableDocument`. */
export async function readDocument(pdf: Buffer, trusted: string[]): Promise<OpenedDocument> {
  const check = await checkSeal(pdf, trusted)
  if (!check.ok) throw new UnusableDocument(check.why)
  const fileOf = (name: string) => {
    const found = check.attachments.find((attachment) => attachment.name === name)
    return found ? Buffer.from(found.bytes) : null
  }
  const opened = {
    ...{ pdf, sha256: sha256(pdf), certificate: check.fingerprint },
    ...{ sealedAt: check.at, timestampedAt: check.timestampedAt },
  }
  const signed = fileOf('signed.pdf')
  const text = fileOf(signed ? 'decision.json' : 'application.json')?.toString('utf8') ?? ''
  const found = { ...opened, text, signature: fileOf('signature.png') }
  const document = signed
    ? { ...found, kind: 'countersigned' as const, data: read(decisionData, text), signed }
    : { ...found, kind: 'signed' as const, data: read(signedData, text) }
  const expected = document.data.signature?.sha256 ?? null
  if (expected !== (found.signature && sha256(found.signature)))
    throw new UnusableDocument('Its signature is not the one that its data names.')
  return document
}

function read<T>(schema: { safeParse: (value: unknown) => { data?: T } }, text: string): T {
  const { data } = schema.safeParse(jsonOf(text))
  if (!data) throw new UnusableDocument('It holds no data of an application.')
  return data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
