type Glyph = { codePoints: number[]; isMark: boolean; isLigature: boolean }

/** What the library's types leave out. */
type GlyphSource = { getGlyph(id: number, codePoints?: number[]): Glyph | null }

/**
 * Gives each glyph the letters it was asked for. fontkit keeps one object per glyph with the letters of its first use,
 * so copied text would be wrong (https://github.com/foliojs/fontkit/issues/154).
 */
export function giveEachGlyphItsOwnLetters(font: object): void {
  const source = font as GlyphSource
  const outline = source.getGlyph.bind(source)
  const lettered = new Map<string, Glyph>()
  source.getGlyph = (id, codePoints = []) => {
    const glyph = outline(id)
    if (!glyph || codePoints.length === 0) return glyph
    const key = `${id}:${codePoints.join()}`
    const known = lettered.get(key)
    if (known) return known
    const made = withLetters(glyph, codePoints)
    lettered.set(key, made)
    return made
  }
}

function withLetters(glyph: Glyph, codePoints: number[]): Glyph {
  return Object.assign(Object.create(glyph), {
    codePoints,
    isMark: codePoints.every((codePoint) => /\p{M}/u.test(String.fromCodePoint(codePoint))),
    isLigature: codePoints.length > 1,
  })
}
