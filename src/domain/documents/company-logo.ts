import { readFileSync } from 'node:fs'
import type { Env } from '#src/env.ts'
import type { SheetLogo } from '#src/pdf/application-sheet.ts'

const read = new Map<string, SheetLogo>()

/** The operator's logo for the document, read once; `null` while there is none. */
export function companyLogo({ COMPANY_LOGO }: Env): SheetLogo | null {
  if (!COMPANY_LOGO) return null
  const known = read.get(COMPANY_LOGO)
  if (known) return known
  const bytes = readFileSync(COMPANY_LOGO)
  const logo: SheetLogo = { kind: logoKind(bytes), base64: bytes.toString('base64') }
  read.set(COMPANY_LOGO, logo)
  return logo
}

/** PNG by its first bytes, SVG by its root element; throws on anything else. */
export function logoKind(bytes: Uint8Array): 'png' | 'svg' {
  const text = Buffer.from(bytes)
  if (text.toString('latin1', 1, 4) === 'PNG') return 'png'
  if (/<svg[\s>]/.test(text.toString('utf8'))) return 'svg'
  throw new Error('COMPANY_LOGO must be a PNG or an SVG file')
}
