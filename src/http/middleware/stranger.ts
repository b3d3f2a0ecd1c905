import type { Look } from '#src/framework/look.ts'

/**
 * Whether a look brings nothing along that a page could depend on: no query, and no cookie of that name under any
 * prefix. In doubt it does: the bare name is looked for, for who reads the cookies allows blanks around it, and somebody's
 * own page must not be kept for everybody.
 */
export function isStranger({ hasQuery, header }: Look, cookie: string): boolean {
  return !hasQuery && !(header('cookie') ?? '').includes(cookie)
}
