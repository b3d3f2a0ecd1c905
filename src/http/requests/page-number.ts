import type { Ctx } from '#src/http/context.ts'

/** The number in a page's address from which a list goes on; `null` without one, or when it is mangled. */
export function numberAsked(c: Ctx, name: string): number | null {
  const given = c.req.query(name) ?? ''
  return /^\d{1,15}$/.test(given) ? Number(given) : null
}
