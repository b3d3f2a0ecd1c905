/** Returns the text, or `null` unless the file is UTF-8 with the root element `svg`. */
export function svgText(file: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    return isSvg.test(text) ? text : null
  } catch {
    return null
  }
}

const isSvg = /^\s*(?:<\?xml\b|<!--|<!doctype svg\b|<(?:[^\s<>/:]+:)?svg[\s>])/i

/**
 * Refuses pictures, which are read from files, texts, which need a font, foreign objects, which are HTML, and
 * entities, which could be any of these.
 */
export const isSelfContained = (svg: string): boolean => !foreignPart.test(svg)

const foreignPart =
  /<!entity\b|<(?:[^\s<>/:]+:)?(?:image|feimage|text|tspan|textpath|foreignobject)[\s/>]/i
