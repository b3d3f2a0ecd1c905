/** The answer for anybody who has the SHA-256. Instants are ISO in UTC. */
export type DocumentLookup = { issued: false } | IssuedDocument

export type IssuedDocument = {
  issued: true
  kind: 'signed' | 'countersigned'
  frozenAt: string
  sealedAt: string
  amended: boolean
  superseded: boolean
  erased: boolean
}

/** The document of a rejection is not countersigned. */
export const nameOfDocument = (kind: IssuedDocument['kind'], isRejected: boolean) =>
  kind === 'countersigned' && isRejected ? 'decision' : kind

/**
 * Returns 64 lower-case hexadecimal digits, or `null`. Accepts capitals, groups, and the output of `openssl` and
 * `sha256sum`.
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

/** In bytes. */
export const largestDocument = 10 * 1024 * 1024

/** The number of bytes at the beginning of a file that we look at. */
export const lookedAt = 1024

export const sealMark = '/ByteRange'

export const fileFaults = {
  none: 'Choose a PDF file first',
  several: 'Choose one file at a time',
  empty: 'This file is empty',
  notPdf: 'This is not a PDF',
  tooLarge:
    'This file is larger than 10 MB, the most that can be checked here. You can give its SHA-256 instead.',
  unreadable: 'This file cannot be read. It may have been moved or renamed. Choose it again.',
} as const

export function faultOfFile(size: number, start: Uint8Array): string | null {
  if (size === 0) return fileFaults.empty
  if (size > largestDocument) return fileFaults.tooLarge
  const text = new TextDecoder('latin1').decode(start.subarray(0, lookedAt))
  return text.includes('%PDF-') ? null : fileFaults.notPdf
}
