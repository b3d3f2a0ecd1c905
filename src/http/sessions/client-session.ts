import type { ClientActor } from '#src/domain/actor.ts'
import {
  clientOfSession,
  clientSessionLifetimes,
  endClientSession,
  signInClient,
  signOutClient,
} from '#src/domain/clients/client-sessions.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { Ctx } from '#src/http/context.ts'
import { hashToken } from '#src/security/tokens.ts'
import { secretCookie } from './cookie.ts'
import { keepsNoCookies } from './cookie-check.ts'

const cookie = secretCookie('client')

export function clientOf(c: Ctx): ClientActor | null {
  const token = cookie.read(c)
  const client = token ? clientOfSession(c.var.deps, token) : null
  c.set('signedInAs', client?.email)
  return client && { ...client, address: c.var.address }
}

export function requireClient(c: Ctx): ClientActor {
  const client = clientOf(c)
  if (!client) throw new Refusal('not-signed-in', refusals.signIn)
  c.set('recheck', () => void requireClient(c))
  return client
}

export const clientKeepsNoCookies = (c: Ctx) => keepsNoCookies(c, cookie.read(c))

export async function enterClient(c: Ctx, credentials: { email: string; password: string }) {
  const { client, token } = await signInClient(c.var.deps, credentials, c.var.address)
  endSession(c)
  cookie.set(c, token, { maxAge: clientSessionLifetimes.absolute / 1000 })
  return client
}

export function leaveClient(c: Ctx) {
  const client = clientOf(c)
  if (client) signOutClient(c.var.deps, client)
  cookie.remove(c)
}

function endSession(c: Ctx) {
  const token = cookie.read(c)
  if (token) endClientSession(c.var.deps, hashToken(token))
}
