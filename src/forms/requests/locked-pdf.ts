/** Finds out whether a PDF is encrypted. Such a file asks for a password or only forbids printing. */
export function watchForLock() {
  let end = ''
  let isLocked = false
  return {
    /** Reads the text of each piece in turn. Each character is one byte. */
    take(piece: string) {
      const text = end + piece
      isLocked ||= encryption.test(text)
      end = text.slice(-longest)
    },
    isLocked: () => isLocked,
  }
}

/** Matches the entry in the trailer, or in the stream that replaces the trailer. */
const encryption = /\/Encrypt\s{0,8}(?:\d{1,10}\s{1,8}\d{1,5}\s{1,8}R|<<)/
const longest = 64

export const lockedTexts = {
  chosen:
    'This PDF may ask for a password. Save it again without one, or tell us in your answer how to open it.',
  sent: 'may ask for a password',
} as const
