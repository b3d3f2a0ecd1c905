/** The raw text may be longer than `max`, because cleaning it makes it shorter. */
const rawFactor = 2

/**
 * Cleans a text. Returns `null` when it is longer than `max`, or when the raw text is longer than twice `max`. The
 * raw length is checked first, because composing a long run of accents takes quadratic time.
 */
export function readText(text: string, max: number, area = false): string | null {
  if (text.length > rawFactor * max) return null
  const breaks = text.replace(/\r\n?|[\u2028\u2029]/g, '\n')
  const lines = area ? breaks : breaks.replace(/[\n\t]+/g, ' ')
  // the text is composed last, because a removed character may have been between a letter and its accent
  const clean = lines.replace(invisible, '').trim().normalize('NFC')
  if (clean.length > max) return null
  return hasVisible.test(clean) ? clean : ''
}

/**
 * Joiners and fillers only shape the letters beside them. A text that only consists of them must not pass for an
 * answer or a name.
 */
const hasVisible = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u

/**
 * Matches C0 and C1 controls except the line break, zero-width and bidirectional marks, lone surrogates and the
 * byte-order mark.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: to remove them is the point
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Returns `text` after the name of its field, unless the text already contains the name. */
export function withName(label: string, text: string): string {
  const name = label.replace(' (optional)', '')
  return text.toLowerCase().includes(name.toLowerCase()) ? text : `${name}: ${text}`
}

export const inOneLine = (address: string) => address.replace(/,?\s*\n+\s*/g, ', ')
