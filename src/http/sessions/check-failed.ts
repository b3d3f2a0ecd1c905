import type { Ctx } from '#src/http/context.ts'

/**
 * True for a visit to a sign-in page whose session check failed. Such a visitor is not sent straight on, or the two
 * pages would lead to each other for as long as the check fails.
 */
export const checkFailed = (c: Ctx) => c.req.query('check') === 'failed'
