import { readFileSync } from 'node:fs'
import type { Env } from '#src/env.ts'
import { readPng, writePng } from '#src/security/png.ts'

const largestFile = 512 * 1024
const mostPixels = { width: 2400, height: 2400 }

/**
 * Returns the logo in base64, or `null` when documents cannot draw it: the PDF library would fetch the pictures of an
 * SVG, and has no fonts for its texts.
 */
export function documentLogo({ COMPANY_LOGO }: Pick<Env, 'COMPANY_LOGO'>): string | null {
  const file = COMPANY_LOGO ? readFileSync(COMPANY_LOGO) : null
  if (!file || file.length > largestFile) return null
  const png = readPng(file, mostPixels)
  if (png) return writePng(png).toString('base64')
  const text = file.toString('utf8').trimStart()
  const drawable = /^<(\?xml|svg)/.test(text) && !/<([\w-]+:)?(image|text|tspan|use)\b/i.test(text)
  return drawable ? file.toString('base64') : null
}

export function logoKind(bytes: Uint8Array): 'png' | 'svg' {
  const text = Buffer.from(bytes)
  if (text.toString('latin1', 1, 4) === 'PNG') return 'png'
  if (/<svg[\s>]/.test(text.toString('utf8'))) return 'svg'
  throw new Error('COMPANY_LOGO must be a PNG or an SVG file')
}
