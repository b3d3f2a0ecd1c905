import { Font } from '@react-pdf/renderer'
import { breakable, type HasGlyph } from '#src/pdf/document/printable-sheet.ts'
import { family, fontFiles, fontPath } from './font-files.ts'

export async function loadFonts(): Promise<HasGlyph> {
  const fonts = fontFiles.map(({ weight, style, ...file }) => ({
    src: fontPath(file),
    fontWeight: weight,
    fontStyle: style,
  }))
  Font.register({ family, fonts })
  Font.registerHyphenationCallback((word) => breakable(word))
  const descriptors = fonts.map(({ src: _, ...cut }) => ({ fontFamily: family, ...cut }))
  await Promise.all(descriptors.map((descriptor) => Font.load(descriptor)))
  const loaded = descriptors.map((descriptor) => Font.getFont(descriptor).data)
  for (const font of loaded) if (font) giveEachGlyphItsOwnLetters(font)
  return (codePoint) => loaded.every((font) => font?.hasGlyphForCodePoint(codePoint) ?? false)
}

type Glyph = { codePoints: number[]; isMark: boolean; isLigature: boolean }

type GlyphSource = { getGlyph(id: number, codePoints?: number[]): Glyph | null }

/**
 * fontkit remembers the letters of a glyph's first use, so that copied text would be wrong
 * (https://github.com/foliojs/fontkit/issues/154).
 */
function giveEachGlyphItsOwnLetters(font: object): void {
  const source = font as GlyphSource
  const outline = source.getGlyph.bind(source)
  const lettered = new Map<string, Glyph>()
  source.getGlyph = (id, codePoints = []) => {
    const glyph = outline(id)
    if (!glyph || codePoints.length === 0) return glyph
    const key = `${id}:${codePoints.join()}`
    const copy = lettered.get(key) ?? withLetters(glyph, codePoints)
    lettered.set(key, copy)
    return copy
  }
}

const withLetters = (glyph: Glyph, codePoints: number[]): Glyph =>
  Object.assign(Object.create(glyph), {
    codePoints,
    isMark: codePoints.every((codePoint) => /\p{M}/u.test(String.fromCodePoint(codePoint))),
    isLigature: codePoints.length > 1,
  })
