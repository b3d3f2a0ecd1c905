import { Refusal } from '#src/domain/refusal.ts'
import type { Ctx } from '#src/http/context.ts'
import { describeError } from '#src/http/errors.ts'

/** A refusal as a page shows it beside the form that was posted; any other error goes on its way. */
export function refusedPost(c: Ctx, error: unknown) {
  if (!(error instanceof Refusal)) throw error
  const { status, body, retryAfter } = describeError(error)
  if (retryAfter) c.header('Retry-After', String(retryAfter))
  return { status, message: body.message, errors: body.errors ?? {} }
}
