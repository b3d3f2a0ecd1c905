import { Resvg } from '@resvg/resvg-js'
import { type HasGlyph, printedForm } from '#src/pdf/document/printable-sheet.ts'
import { fontFiles, fontPath, handFile } from '#src/pdf/fonts/font-files.ts'
import { logoFaults } from '#src/pdf/pdf-errors.ts'
import { readPng, writePng } from '#src/security/png.ts'
import { redrawSignature, type SignatureReading } from '#src/security/signature-image.ts'

/**
 * Draws the signature. Refuses a typed name with letters that the fonts lack, because they would be printed as boxes.
 */
export function drawSignature(drawing: string | Uint8Array, hasGlyph: HasGlyph): SignatureReading {
  if (typeof drawing !== 'string') return redrawSignature(Buffer.from(drawing))
  const name = Array.from(writable(drawing), (letter) => printedForm(letter, hasGlyph)).join('')
  if (!Array.from(name).every((letter) => isWritable(letter, hasGlyph)))
    return { ok: false, reason: 'unwritable' }
  return redrawSignature(render(fitted(name)).asPng())
}

const isWritable = (letter: string, hasGlyph: HasGlyph) =>
  /[\p{M}\u200c\u200d]/u.test(letter) || hasGlyph(letter.codePointAt(0) ?? 0)

/** Pixels of the opaque PNG: twice the size of the pad. */
const WIDTH = 600
const HEIGHT = 200
const MARGIN = 24
const MOST_LETTERS = 200
const MEASURE = 100
const LARGEST = 0.9

function writable(name: string): string {
  const letters = name
    .slice(0, MOST_LETTERS * 10)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
    .trim()
  return [...letters].slice(0, MOST_LETTERS).join('').trim()
}

/** Writes the name on one line, as large as fits. */
function fitted(text: string): string {
  const style = `font-family="Caveat" font-weight="600" font-size="${MEASURE}"`
  const line = `<text ${style} text-anchor="middle">${escaped(text)}</text>`
  const box = openText(line).getBBox()
  if (!box) return ''
  const across = (WIDTH - 2 * MARGIN) / box.width
  const down = (HEIGHT - 2 * MARGIN) / box.height
  const scale = Math.min(LARGEST, across, down)
  const left = WIDTH / 2 - scale * (box.x + box.width / 2)
  const top = HEIGHT / 2 - scale * (box.y + box.height / 2)
  return `<g transform="translate(${left} ${top}) scale(${scale})">${line}</g>`
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const render = (content: string) => openText(content).render()

function openText(content: string): Resvg {
  const size = `width="${WIDTH}" height="${HEIGHT}"`
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`, {
    background: 'white',
    font: { loadSystemFonts: false, fontFiles: [fontPath(handFile), fontPath(fontFiles[2])] },
    logLevel: 'off',
  })
}

/** Enough pixels for the largest places of a logo: 192 pixels wide at a ratio of 3, and 130 points at 300 dpi. */
const largestLogo = { width: 800, height: 400 }

const mostPixels = { width: 2400, height: 2400 }

/** Draws the logo as a PNG. Throws a message of `logoFaults`, or another error for an SVG. */
export function drawLogo(logo: string | Uint8Array): Uint8Array {
  const file = typeof logo === 'string' ? drawSvg(logo) : logo
  const png = readPng(Buffer.from(file), mostPixels)
  if (!png) throw new Error(logoFaults.noPng)
  if (!png.data.some((sample, at) => at % 4 === 3 && sample > 0)) throw new Error(logoFaults.blank)
  return writePng(png)
}

function drawSvg(svg: string): Uint8Array {
  const { width, height } = openSvg(svg, {})
  const isWide = width / height > largestLogo.width / largestLogo.height
  const fitTo = isWide
    ? ({ mode: 'width', value: largestLogo.width } as const)
    : ({ mode: 'height', value: largestLogo.height } as const)
  return openSvg(svg, { fitTo }).render().asPng()
}

const openSvg = (svg: string, options: object) =>
  new Resvg(svg, { ...options, font: { loadSystemFonts: false }, logLevel: 'off' })
