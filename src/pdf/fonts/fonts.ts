import { Font } from '@react-pdf/renderer'
import { family, fontFiles, fontPath } from './font-files.ts'
import { giveEachGlyphItsOwnLetters } from './glyph-letters.ts'
import { breakable, type HasGlyph } from './printable.ts'

/**
 * Registers the shipped fonts, which are the only ones there are afterwards, turns hyphenation off
 * and tells which letters can be drawn. Nothing but our own file names goes in.
 */
export async function loadFonts(): Promise<HasGlyph> {
  const fonts = fontFiles.map((font) => ({
    src: fontPath(font),
    fontWeight: font.weight,
    fontStyle: font.style,
  }))
  Font.register({ family, fonts })
  Font.registerHyphenationCallback(breakable)
  const descriptors = fontFiles.map(({ weight, style }) => ({
    fontFamily: family,
    fontWeight: weight,
    fontStyle: style,
  }))
  await Promise.all(descriptors.map((descriptor) => Font.load(descriptor)))
  const loaded = descriptors.map((descriptor) => Font.getFont(descriptor).data)
  for (const font of loaded) if (font) giveEachGlyphItsOwnLetters(font)
  return (codePoint) => loaded.every((font) => font?.hasGlyphForCodePoint(codePoint) ?? false)
}
