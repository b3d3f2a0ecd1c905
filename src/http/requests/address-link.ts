import { moveOfToken } from '#src/domain/accounts/sign-in-moves.ts'
import { confirmMove } from '#src/domain/portal/move-sign-in.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { Page } from '#src/framework/page.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page } from '#src/http/page.ts'
import { AddressLink } from '#src/ui/sign-in/AddressLink.tsx'

/** The question of `/client-login?address=`, or `null` for an address without it. Opening it changes nothing. */
export function askAddressLink(c: Ctx): Page | null {
  const token = c.req.query('address')
  if (!token) return null
  const move = moveOfToken(c.var.deps, token)
  return move ? question({ token, email: move.email, why: null }) : gone(null)
}

/** Confirms a posted link, or `null` when the post is about none. */
export async function answerAddressLink(c: Ctx, token: string | undefined) {
  if (!token) return null
  await limit(c, 'setPassword')
  try {
    confirmMove(c.var.deps, token, c.var.address)
    return c.redirect('/client-login?flash=address-moved', 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return gone(error.kind === 'conflict' ? error.message : null)
  }
}

const headers = { 'Referrer-Policy': 'same-origin' }
const title = 'Your sign-in address'

const question = (props: { token: string; email: string; why: null }) =>
  page(AddressLink, props, { title, headers })

const gone = (why: string | null) =>
  page(AddressLink, { token: '', email: '', why }, { title, headers, status: why ? 409 : 400 })
