/** The most that is read of a file, in bytes. */
export const largestDocument = 10 * 1024 * 1024

/** How much of a file's beginning `faultOfFile` looks at, in bytes. */
export const lookedAt = 1024

/** Why a file is not checked. */
export const fileFaults = {
  none: 'Choose a PDF file first',
  several: 'Choose one file at a time',
  folder: 'This is a folder. Choose one PDF file in it.',
  empty: 'This file is empty',
  notPdf: 'This is not a PDF',
  tooLarge:
    'This file is larger than 10 MB, the most that can be checked here. You can give its SHA-256 instead.',
  unreadable: 'This file cannot be read. It may have been moved or renamed. Choose it again.',
} as const

/** Returns why a file of that many bytes and with this beginning is not checked, or `null`. */
export function faultOfFile(size: number, start: Uint8Array): string | null {
  if (size === 0) return fileFaults.empty
  if (size > largestDocument) return fileFaults.tooLarge
  const text = new TextDecoder('latin1').decode(start.subarray(0, lookedAt))
  return text.includes('%PDF-') ? null : fileFaults.notPdf
}
