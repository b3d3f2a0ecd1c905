const longest = 100

/**
 * A name that somebody typed, fit for a header or a sentence of ours: at most 100 characters on one line, without
 * control or direction marks and without web addresses, so that nobody speaks through our letters.
 */
export function safeName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')
    .replace(/\S*(?::\/\/|www\.)\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, longest).join('').trim()
}
