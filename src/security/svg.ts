/** An SVG's text when a file is one (UTF-8, root element `svg`); `null` for anything else. */
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
 * Whether an SVG contains all that it shows. A picture is read from a file, a text needs a font, a foreign object is
 * HTML, and an entity could stand for any of them.
 */
export const isSelfContained = (svg: string): boolean => !foreignPart.test(svg)

const foreignPart =
  /<!entity\b|<(?:[^\s<>/:]+:)?(?:image|feimage|text|tspan|textpath|foreignobject)[\s/>]/i
