import { Refusal, refusals } from '#src/domain/refusal.ts'
import { lengths } from '#src/forms/registration/kinds.ts'
import { emailKey } from '#src/forms/registration/normalise.ts'
import { readText } from '#src/forms/text.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit, refuseWhenSpent } from '#src/http/middleware/limit.ts'

/**
 * Runs a save that may bring a main address. Whoever was told of 60 taken addresses within an hour may ask about no other
 * ('too-many'), a free one included: otherwise the two could still be told apart. `ownKey` is the key of the address
 * that the application has already, which says nothing new.
 */
export async function limitDuplicates<T>(
  c: Ctx,
  mainEmail: unknown,
  ownKey: string | null,
  save: () => T,
): Promise<T> {
  const email = typeof mainEmail === 'string' ? readText(mainEmail, lengths.email) : null
  if (email === null || emailKey(email) === ownKey) return save()
  await refuseWhenSpent(c, 'duplicateAddress')
  try {
    return save()
  } catch (error) {
    if (error instanceof Refusal && error.details.errors?.mainEmail === refusals.duplicateEmail)
      await limit(c, 'duplicateAddress')
    throw error
  }
}
