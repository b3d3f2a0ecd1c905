import type { Ctx } from './context.ts'

/**
 * Returns whether an island asks for the data of its page or for the answer to a form. A browser's own request gets
 * HTML.
 */
export function wantsJson(c: Ctx): boolean {
  const accept = c.req.header('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}
