import { Resvg } from '@resvg/resvg-js'

/** Sharp in the largest place of a logo: 192 pixels wide at a ratio of 3, and 130 points at 300 dpi. */
const most = { width: 800, height: 400 }

/** Draws an SVG as a PNG with its transparency, as large as `most` allows. Throws when it is none or far too slim. */
export function drawSvgLogo(svg: string): Uint8Array {
  const { width, height } = open(svg, {})
  const isWide = width / height > most.width / most.height
  const fitTo = isWide
    ? ({ mode: 'width', value: most.width } as const)
    : ({ mode: 'height', value: most.height } as const)
  return open(svg, { fitTo }).render().asPng()
}

const open = (svg: string, options: object) =>
  new Resvg(svg, { ...options, font: { loadSystemFonts: false }, logLevel: 'off' })
