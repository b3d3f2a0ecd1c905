export const typingKey = 'countersign.typing'

export function forgetTyping() {
  try {
    localStorage.removeItem(typingKey)
  } catch {
    // The storage is blocked, so nothing was stored either.
  }
}
