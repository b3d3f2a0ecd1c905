import {
  faultOfFile,
  fileFaults,
  largestDocument,
  lookedAt,
} from '#src/forms/verify/document-file.ts'

type Hashed = { sha256: string; fault?: never } | { sha256?: never; fault: string }

/** Returns the SHA-256 of a file in hexadecimal, or why it is not checked. The file goes nowhere. */
export async function hashFile(file: File): Promise<Hashed> {
  try {
    const start = new Uint8Array(await file.slice(0, lookedAt).arrayBuffer())
    const fault = faultOfFile(file.size, start)
    if (fault) return { fault }
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return { sha256: [...new Uint8Array(hash)].map(inHex).join('') }
  } catch {
    // moved or renamed since it was chosen, or a folder that looked like a file
    return { fault: file.size > largestDocument ? fileFaults.tooLarge : fileFaults.unreadable }
  }
}

const inHex = (byte: number) => byte.toString(16).padStart(2, '0')
