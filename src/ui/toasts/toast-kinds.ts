import type { Toast } from './toast.ts'

export const success = (title: string, text?: string): Toast => toast('success', title, text)
export const failure = (title: string, text?: string): Toast => toast('error', title, text)

/** What a page says when something was refused. */
export const refused = (text: string): Toast => failure('Error', text)

const toast = (kind: Toast['kind'], title: string, text?: string): Toast =>
  text === undefined ? { kind, title } : { kind, title, text }
