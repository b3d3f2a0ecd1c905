import { Refusal } from '#src/domain/refusal.ts'
import { tryAgain } from '#src/domain/try-again.ts'
import type { Ctx } from '#src/http/context.ts'
import { limitKey } from '#src/security/addresses.ts'
import type { LimitName } from '#src/security/limits.ts'

/** Takes a point of a limit for the request's address, or for `key`; refuses 'too-many' with the seconds to wait. */
export async function limit(c: Ctx, name: LimitName, key = limitKey(c.var.address)) {
  refuseFor(await c.var.deps.limits.take(name, key))
}

/** Refuses like `limit` when there is no point left, and takes none. */
export async function refuseWhenSpent(c: Ctx, name: LimitName, key = limitKey(c.var.address)) {
  refuseFor(await c.var.deps.limits.wait(name, key))
}

function refuseFor(wait: number) {
  if (wait > 0)
    throw new Refusal('too-many', `Too many requests. ${tryAgain(wait)}.`, { retryAfter: wait })
}
