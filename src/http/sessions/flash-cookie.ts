import { wantsJson } from '#src/http/accepts.ts'
import type { Ctx } from '#src/http/context.ts'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { secretCookie } from './cookie.ts'

const cookie = secretCookie('flash')

type Word = keyof typeof clientToasts

export type Said = readonly [word: Word, address?: string]

/** Stores a message that the next page shows once. `address` fills in the sign-in. */
export function sayNext(c: Ctx, word: Word, address = '') {
  c.set('said', [word, address])
  if (wantsJson(c)) c.set('toast', clientToasts[word])
  else cookie.set(c, `${word} ${address}`, { maxAge: 60 })
}

export function takeFlash(c: Ctx) {
  const content = wantsJson(c) ? null : cookie.read(c)
  if (content !== null) cookie.set(c, '', { maxAge: 0 })
  const [word = '', address = ''] = (content ?? '').split(' ')
  const flash = Object.hasOwn(clientToasts, word) ? clientToasts[word as Word] : null
  return { flash, address }
}
