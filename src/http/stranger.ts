import type { Look } from '#src/framework/look.ts'

/**
 * Whether a look brings nothing along that a page could depend on: no query, and no cookie of that name under any
 * prefix. In doubt it does.
 */
export function isStranger({ hasQuery, header }: Look, cookie: string): boolean {
  return !hasQuery && !(header('cookie') ?? '').includes(`${cookie}=`)
}
