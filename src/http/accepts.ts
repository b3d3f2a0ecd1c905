import type { Ctx } from './context.ts'

/** An island asks for its page's data, or for the answer to a form, where a browser's own request gets HTML. */
export function wantsJson(c: Ctx): boolean {
  const accept = c.req.header('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}
