import { companyOf } from '#src/domain/company/company.ts'
import { accentStyles } from '#src/http/accent.ts'
import type { Ctx } from '#src/http/context.ts'

/** The stylesheet of the accent colour; empty while there is none. */
export function GET(c: Ctx) {
  const { accent } = companyOf(c.var.deps)
  const isCurrent = accent !== null && c.req.query('v') === accent.slice(1)
  return c.body(accent ? accentStyles(accent) : '', 200, {
    'Content-Type': 'text/css; charset=utf-8',
    'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
}
