import type { Ctx } from '#src/http/context.ts'

const rules = { prefetch: [{ source: 'list', urls: ['/client-form'], eagerness: 'immediate' }] }

/**
 * Lists what browsers fetch ahead on the landing page. It is a file, because the content policy allows no rules in the
 * page.
 */
export const GET = (c: Ctx) =>
  c.body(JSON.stringify(rules), 200, {
    'Content-Type': 'application/speculationrules+json',
    'Cache-Control': 'public, max-age=3600',
  })
