/**
 * What a person typed, as it is kept: NFC, trimmed, without control and direction marks; line breaks stay only in
 * `area` texts (contract: addresses, reasons, instructions).
 */
export function cleanText(text: string, area: boolean): string {
  const breaks = text.replace(/\r\n?|[\u2028\u2029]/g, '\n')
  const kept = area ? breaks : breaks.replace(/[\n\t]+/g, ' ')
  // composed last: a mark that goes may have stood between a letter and its accent
  return kept.replace(invisible, '').trim().normalize('NFC')
}

/** C0 and C1 controls but the line break, zero-width and bidirectional marks, lone surrogates, the byte-order mark. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: to remove them is the point
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
