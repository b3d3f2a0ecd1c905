import { companyOf } from '#src/domain/company/company.ts'
import { textOn } from '#src/forms/company/accent.ts'
import type { Ctx } from '#src/http/context.ts'

export function GET(c: Ctx) {
  const { accent } = companyOf(c.var.deps)
  const isCurrent = accent !== null && c.req.query('v') === accent.slice(1)
  return c.body(accent ? accentStyles(accent) : '', 200, {
    'Content-Type': 'text/css; charset=utf-8',
    'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
}

/** Outside the layers of the other styles, so that it wins. */
const accentStyles = (accent: string): string => {
  const button = '.button-primary:not(:disabled,[aria-disabled="true"])'
  return [
    `:root{--signal:${accent}}`,
    `${button}{background:${accent};color:${textOn(accent)};border-block-end-color:var(--ink)}`,
    `${button}:hover{background:var(--ink);color:var(--paper);border-block-end-color:${accent}}`,
  ].join('\n')
}
