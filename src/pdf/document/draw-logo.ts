import { Resvg } from '@resvg/resvg-js'
import { logoFaults } from '#src/pdf/pdf-errors.ts'
import { readPng, writePng } from '#src/security/png.ts'

/** Sharp in the largest place of a logo: 192 pixels wide at a ratio of 3, and 130 points at 300 dpi. */
const most = { width: 800, height: 400 }

const mostPixels = { width: 2400, height: 2400 }

/**
 * Returns a logo as a new PNG with its transparency: from the pixels of a PNG, or an SVG drawn as large as `most` allows.
 * Throws a message of `logoFaults`, or another one for an SVG.
 */
export function drawLogo(logo: string | Uint8Array): Uint8Array {
  const file = typeof logo === 'string' ? drawSvg(logo) : logo
  const png = readPng(Buffer.from(file), mostPixels)
  if (!png) throw new Error(logoFaults.noPng)
  if (!png.data.some((sample, at) => at % 4 === 3 && sample > 0)) throw new Error(logoFaults.blank)
  return writePng(png)
}

function drawSvg(svg: string): Uint8Array {
  const { width, height } = open(svg, {})
  const isWide = width / height > most.width / most.height
  const fitTo = isWide
    ? ({ mode: 'width', value: most.width } as const)
    : ({ mode: 'height', value: most.height } as const)
  return open(svg, { fitTo }).render().asPng()
}

const open = (svg: string, options: object) =>
  new Resvg(svg, { ...options, font: { loadSystemFonts: false }, logLevel: 'off' })
