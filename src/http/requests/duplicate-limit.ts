import { Refusal, refusals } from '#src/domain/refusal.ts'
import { lengths } from '#src/forms/fields/field-types.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { readText } from '#src/forms/text.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit, refuseWhenSpent } from '#src/http/middleware/limit.ts'

/**
 * Runs a save that may bring a main address (rule 245). After 60 taken addresses in an hour even a free one is refused,
 * or the two could be told apart. `ownKey`, the address it has already, is not counted.
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
