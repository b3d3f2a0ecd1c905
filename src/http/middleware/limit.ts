import { tryAgain } from '#src/domain/calendar.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { lengths } from '#src/forms/fields/field.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { readText } from '#src/forms/text.ts'
import type { Ctx } from '#src/http/context.ts'
import type { LimitName } from '#src/security/limits.ts'

export async function limit(c: Ctx, name: LimitName, key = c.var.address) {
  const wait = await c.var.deps.limits.take(name, key)
  if (wait > 0) throw tooMany(wait)
}

const tooMany = (wait: number) =>
  new Refusal('too-many', `Too many requests. ${tryAgain(wait)}.`, { retryAfter: wait })

/**
 * Refuses large bodies from a network that has sent too many bodies over a limit, until some time has passed. Small
 * bodies are still read, so that others in the network can sign in.
 */
export async function admitBody(c: Ctx, isLarge: boolean) {
  const wait = isLarge ? await c.var.deps.limits.waitFor('refusedBody', c.var.address) : 0
  if (wait > 0) throw tooMany(wait)
}

export const countRefusedBody = (c: Ctx) => c.var.deps.limits.take('refusedBody', c.var.address)

/**
 * After 60 attempts with taken addresses within an hour, refuses free addresses as well. Otherwise a stranger could
 * tell the two apart.
 */
export async function limitDuplicates<T>(
  c: Ctx,
  mainEmail: unknown,
  ownKey: string | null,
  save: () => T,
): Promise<T> {
  const email = typeof mainEmail === 'string' ? readText(mainEmail, lengths.email) : null
  if (email === null || emailKey(email) === ownKey) return save()
  await limit(c, 'duplicateAddress')
  let isTaken = false
  try {
    return save()
  } catch (error) {
    isTaken = error instanceof Refusal && error.details.code === 'taken'
    throw error
  } finally {
    if (!isTaken) await c.var.deps.limits.giveBack('duplicateAddress', c.var.address)
  }
}
