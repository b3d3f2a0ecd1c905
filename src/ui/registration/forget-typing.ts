export const typingKey = 'countersign.typing'

export function forgetTyping() {
  try {
    localStorage.removeItem(typingKey)
  } catch {
    // blocked: nothing was kept either
  }
}
