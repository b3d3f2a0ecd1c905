import { checkSeal, noSeal, otherCertificate, type SealCheck, sha256 } from './check-seal.ts'

type Seal = Extract<SealCheck, { ok: true }>

export type CheckedDocument = { sha256: string } & (
  | { ok: false; why: string; isSealed: boolean }
  | (Omit<Seal, 'attachments'> & {
      isTrusted: boolean
      attachments: Attached[]
    })
)

type Attached = {
  name: string
  size: number
  sha256: string
  /** The seal of the signed document inside a countersigned one. */
  seal: Seal | null
}

/** Checks the document with `checkSeal`, and also the signed document inside it. Never throws. */
export async function checkDocument(
  bytes: Uint8Array,
  trusted: string[] | null,
): Promise<CheckedDocument> {
  const hash = { sha256: await sha256(Uint8Array.from(bytes)) }
  const check = await checkSeal(bytes, trusted)
  if (!check.ok) {
    const more = check.why === otherCertificate ? ` ${several}` : ''
    return { ...hash, ok: false, why: check.why + more, isSealed: check.why !== noSeal }
  }
  const attachments: Attached[] = []
  for (const { name, bytes } of check.attachments) {
    // the outer seal vouches for the inner certificate, which may be an earlier one
    const inner = name === 'signed.pdf' ? await checkSeal(bytes, null) : null
    if (inner?.ok === false)
      return { ...hash, ok: false, why: `${inside} ${inner.why}`, isSealed: true }
    const attachment = { name, size: bytes.length, sha256: await sha256(Uint8Array.from(bytes)) }
    attachments.push({ ...attachment, seal: inner })
  }
  return { ...check, ...hash, isTrusted: trusted !== null, attachments }
}

const several = 'A company may have had several: compare with each of them.'

const inside = 'The signed document inside it is not valid.'
