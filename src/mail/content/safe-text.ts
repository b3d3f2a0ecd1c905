const longest = 100

/**
 * Makes a name of the supplier or its staff fit for a header or sentence: one line, at most 100 characters, no web
 * address. Names from applicants go through `businessNameForEmail`.
 */
export function safeName(text: string): string {
  const plain = visible(text)
    .replace(/\S*(?::\/\/|www\.)\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, longest).join('').trim()
}

/**
 * Typed text on one visible line. Web addresses are broken up, so that no email program makes links of them; a value
 * that is one email address stays as it is.
 */
export const safeValue = (text: string): string =>
  isEmail.test(text)
    ? text
    : text
        .split('\n')
        .map((line) => visible(line).replace(/:\/\//g, ': //').replace(domainDot, ' $&'))
        .join(', ')

/** A dot, also a wide one, before two letters, with or without marks that can hardly be seen. */
const domainDot =
  /[.\u3002\uff0e\uff61](?=[\p{M}\p{Default_Ignorable_Code_Point}]*\p{L}\p{M}*\p{L})/gu

const isEmail = /^[\w.+'-]+@[\w.-]+$/

/** Without control and direction marks, and whatever else cannot be seen. */
const visible = (text: string) =>
  text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')

/** The owner of an application that nobody has taken, in emails. */
export const nobodyYet = 'Nobody yet'
