/** Where this browser keeps what is typed in the registration form and not saved yet. */
export const typingKey = 'countersign.typing'

/** After the submit, and at "Start again". */
export function forgetTyping() {
  try {
    localStorage.removeItem(typingKey)
  } catch {
    // closed to us: nothing was kept either
  }
}
