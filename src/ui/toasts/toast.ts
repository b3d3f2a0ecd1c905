import { cookieMark } from '#src/forms/sign-in/cookie-mark.ts'

export type Toast = { kind: 'success' | 'info' | 'error'; title: string; text?: string }

export const success = (title: string, text?: string): Toast => toastOf('success', title, text)
export const failure = (title: string, text?: string): Toast => toastOf('error', title, text)

export const refused = (text: string): Toast => failure('Error', text)

/** Returns the toast with the server's message, if there is one, instead of its own text. */
export const worded =
  (toast: Toast) =>
  (message?: string): Toast =>
    message ? { ...toast, text: message } : toast

const toastOf = (kind: Toast['kind'], title: string, text?: string): Toast =>
  text === undefined ? { kind, title } : { kind, title, text }

/**
 * Returns the address without the words that would show the toast again after a reload, and without the mark of a new
 * cookie.
 */
export function withoutWord(url: string) {
  const address = new URL(url)
  for (const name of ['done', 'flash', 'microsoft', cookieMark]) address.searchParams.delete(name)
  return address
}
