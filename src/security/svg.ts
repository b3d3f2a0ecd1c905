/** `null` unless the file is UTF-8 with the root element `svg`. */
export function svgText(file: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    return isSvg.test(text) ? text : null
  } catch {
    return null
  }
}

const isSvg = /^\s*(?:<\?xml\b|<!--|<!doctype svg\b|<(?:[^\s<>/:]+:)?svg[\s>])/i

/** A picture is read from a file, a text needs a font, a foreign object is HTML, and an entity could be any of them. */
export const isSelfContained = (svg: string): boolean => !foreignPart.test(svg)

const foreignPart =
  /<!entity\b|<(?:[^\s<>/:]+:)?(?:image|feimage|text|tspan|textpath|foreignobject)[\s/>]/i
