const longest = 100

/**
 * A name that somebody typed, fit for a header or a sentence of ours: at most 100 characters on one line, without
 * control or direction marks and without web addresses, so that nobody speaks through our letters.
 */
export function safeName(text: string): string {
  const plain = visible(text)
    .replace(/\S*(?::\/\/|www\.)\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, longest).join('').trim()
}

/** A text of several lines that somebody typed: in one line, visible, its web addresses taken apart, not removed. */
export const safeValue = (text: string): string =>
  text
    .split('\n')
    .map((line) => visible(line).replace(/:\/\//g, ': //').replace(/www\./gi, 'www .'))
    .join(', ')

/** Without control and direction marks, and whatever else cannot be seen. */
const visible = (text: string) =>
  text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')
