const longest = 100

/**
 * A name of the supplier's own or of its staff's choosing, fit for a header or a sentence of ours: at most 100 characters on one line, without
 * control or direction marks and without web addresses. Names that applicants typed go through `businessNameForEmail`.
 */
export function safeName(text: string): string {
  const plain = visible(text)
    .replace(/\S*(?::\/\/|www\.)\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, longest).join('').trim()
}

/**
 * A text of several lines that somebody typed: in one line and visible. Web addresses are taken apart, not removed, so
 * that no email program makes a link of them; a value that is one email address stays as it is.
 */
export const safeValue = (text: string): string =>
  isEmail.test(text)
    ? text
    : text
        .split('\n')
        .map((line) =>
          visible(line)
            .replace(/:\/\//g, ': //')
            .replace(/\.(?=\p{L}{2})/gu, ' .'),
        )
        .join(', ')

const isEmail = /^[\w.+'-]+@[\w.-]+$/

/** Without control and direction marks, and whatever else cannot be seen. */
const visible = (text: string) =>
  text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')
