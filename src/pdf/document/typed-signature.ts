import { Resvg } from '@resvg/resvg-js'
import { fontFiles, fontPath, handFile } from '#src/pdf/fonts/font-files.ts'

/** Paths of the two font files: Caveat, and Noto Sans for the letters that it lacks (Greek among them). */
type SignatureFonts = { hand: string; plain: string }

const WIDTH = 600
const HEIGHT = 200
const MARGIN = 24
const MOST_LETTERS = 200
/** The size at which lines are measured; also what a scale of 1 means. */
const MEASURE = 100
const LARGEST = 0.9
/** Below this a name is put on more lines rather than written smaller. */
const LEGIBLE = 0.4
const MOST_LINES = 4
/** A cross on a line, as those sign who cannot write: for a name that the fonts cannot draw. */
const CROSS = 'M60 150H540M90 80l44 52m0-52l-44 52'

/**
 * Draws a typed name as an opaque PNG of 600 by 200, twice the pad, from its first 200 letters. Letters that neither
 * font has become boxes. Never throws, whatever the name.
 */
export function drawTypedName(name: string, fonts = shippedFonts()): Uint8Array {
  const text = writable(name)
  if (text === '') return render('', fonts).asPng()
  const written = render(bestLayout(text, fonts), fonts)
  const drawn = hasInk(written.pixels) ? written : render(crossMark(), fonts)
  return drawn.asPng()
}

const shippedFonts = (): SignatureFonts => ({
  hand: fontPath(handFile),
  plain: fontPath(fontFiles[2]),
})

/** One line of letters that XML may hold: no control or direction marks, a stand-in for halves of characters. */
function writable(name: string): string {
  const letters = name
    .slice(0, MOST_LETTERS * 10)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
    .replace(/[\p{Cs}\p{Cn}]/gu, '\ufffd')
    .trim()
  return [...letters].slice(0, MOST_LETTERS).join('').trim()
}

function bestLayout(text: string, fonts: SignatureFonts): string {
  let best = { scale: 0, svg: '' }
  for (let count = 1; count <= MOST_LINES && best.scale < LEGIBLE; count++) {
    const layout = fitted(inLines(text, count), fonts)
    if (layout.scale > best.scale) best = layout
  }
  return best.svg
}

/** The name in lines of like length, broken behind spaces and hyphens; one endless word is cut anywhere. */
function inLines(text: string, count: number): string[] {
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)
  const letters = Array.from(segments, ({ segment }) => segment)
  const gaps = letters.flatMap((letter, at) => (/^[\s-]$/.test(letter) ? [at + 1] : []))
  const breaks = Array.from({ length: count - 1 }, (_, at) =>
    nearest(gaps, Math.round((letters.length / count) * (at + 1))),
  )
  const lines = [0, ...breaks].map((from, at) => letters.slice(from, breaks[at]).join('').trim())
  return lines.filter((line) => line !== '')
}

function nearest(gaps: number[], aim: number): number {
  const [first = aim, ...others] = gaps
  return others.reduce((a, b) => (Math.abs(b - aim) < Math.abs(a - aim) ? b : a), first)
}

/** The lines, as large as the paper allows and in its middle; scale 0 when there is nothing to be seen of them. */
function fitted(lines: string[], fonts: SignatureFonts): { scale: number; svg: string } {
  const texts = lines.map((line, at) => `<text y="${at * MEASURE}">${escaped(line)}</text>`)
  const style = `font-family="Caveat" font-weight="600" font-size="${MEASURE}"`
  const group = `<g ${style} text-anchor="middle">${texts.join('')}</g>`
  const box = open(group, fonts).getBBox()
  if (!box) return { scale: 0, svg: '' }
  const across = (WIDTH - 2 * MARGIN) / box.width
  const down = (HEIGHT - 2 * MARGIN) / box.height
  const scale = Math.min(LARGEST, across, down)
  const left = WIDTH / 2 - scale * (box.x + box.width / 2)
  const top = HEIGHT / 2 - scale * (box.y + box.height / 2)
  return { scale, svg: `<g transform="translate(${left} ${top}) scale(${scale})">${group}</g>` }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

function crossMark(): string {
  return `<path d="${CROSS}" stroke="black" stroke-width="4" stroke-linecap="round"/>`
}

function render(content: string, fonts: SignatureFonts) {
  return open(content, fonts).render()
}

function open(content: string, { hand, plain }: SignatureFonts): Resvg {
  const size = `width="${WIDTH}" height="${HEIGHT}"`
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`, {
    background: 'white',
    font: { loadSystemFonts: false, fontFiles: [hand, plain] },
    logLevel: 'off',
  })
}

/** Well darker than paper somewhere: the four bytes of a pixel are red, green, blue and an alpha that is always full. */
function hasInk(pixels: Uint8Array): boolean {
  return pixels.some((sample) => sample < 128)
}
