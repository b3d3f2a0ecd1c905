import { companyOf } from '#src/domain/company/company.ts'
import { accentOn, textOn } from '#src/forms/company/accent.ts'
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
  const [light, dark] = [accentOn('light', accent), accentOn('dark', accent)]
  const signal = `light-dark(${light},${dark})`
  const button = '.button-primary:not(:disabled,[aria-disabled="true"])'
  return [
    `:root{--signal:${signal}}`,
    `${button}{background:${signal};color:light-dark(${textOn(light)},${textOn(dark)});border-block-end-color:var(--ink)}`,
    `${button}:hover{background:var(--ink);color:var(--paper);border-block-end-color:${signal}}`,
  ].join('\n')
}
