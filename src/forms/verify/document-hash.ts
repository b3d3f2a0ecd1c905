/** What this installation says about a document to anybody who has its SHA-256. Instants are ISO in UTC. */
export type DocumentLookup = { issued: false } | IssuedDocument

export type IssuedDocument = {
  issued: true
  kind: 'signed' | 'countersigned'
  /** When the application was signed, or the decision made. */
  frozenAt: string
  sealedAt: string
  /** Details of the application were edited afterwards. */
  amended: boolean
  /** A countersigned document of the same application came later. */
  superseded: boolean
  /** Its content is no longer stored here. */
  erased: boolean
}

/**
 * Returns a SHA-256 as 64 lower-case hex digits, or `null`. Capitals, groups, and what `openssl` and `sha256sum` print
 * around it are fine.
 */
export function readSha256(text: string): string | null {
  const whole = text.toLowerCase()
  const [word, ...more] = whole.match(/(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])/g) ?? []
  if (word) return more.length === 0 ? word : null
  const digits = whole.replace(/[\s:-]/g, '')
  return /^[0-9a-f]{64}$/.test(digits) ? digits : null
}

export const notSha256 =
  'A SHA-256 has 64 characters, 0 to 9 and A to F. Spaces, colons and line breaks between them are fine.'
