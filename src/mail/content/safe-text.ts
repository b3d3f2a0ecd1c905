const longestName = 100

export function safeName(text: string): string {
  const plain = visible(text)
    .replace(/\S*(?::\/\/|www\.)\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, longestName).join('').trim()
}

/** Returns one visible line. Web addresses are broken up, so that no email program turns them into links. */
export const safeValue = (text: string): string =>
  isEmail.test(text)
    ? text
    : text
        .split(/,?\s*\n+\s*/)
        .map((line) => visible(line).replace(/:\/\//g, ': //').replace(domainDot, ' $&'))
        .join(', ')

/** Matches a dot, full-width or not, before two letters. Marks that are hard to see may lie between them. */
const domainDot =
  /[.\u3002\uff0e\uff61](?=[\p{M}\p{Default_Ignorable_Code_Point}]*\p{L}\p{M}*\p{L})/gu

/** Leaves out / ? # = and %, which could turn an email address into a web address. */
const isEmail = /^[\w.+'!$&*^`{|}~-]+@[\w.-]+$/

const visible = (text: string) =>
  text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')

/**
 * Returns '' for a name that must not be in an email, because it contains a link, an address or a telephone number.
 */
export function businessNameForEmail(name: string): string {
  if (!plainName.test(name.replace(abbreviation, '')) || nameDomain.test(name)) return ''
  const digits = name.match(/\p{Nd}/gu) ?? []
  return digits.length > mostDigits ? '' : shortened(name)
}

function shortened(name: string): string {
  const letters = [...name]
  if (letters.length <= longestBusinessName) return name
  const fits = letters.slice(0, longestBusinessName).join('')
  const [words = ''] = /^.*(?=\s)/su.exec(fits) ?? []
  const cut = words.replace(/(?:\s\p{L}\/\p{L})?[\s,+(&-]*$/u, '')
  return `${cut || letters.slice(0, longestBusinessName - 1).join('')}…`
}

export function businessRow(businessName: string): string[][] {
  const name = businessNameForEmail(businessName)
  return name ? [['Business', name]] : []
}

const longestBusinessName = 60
const mostDigits = 4

/** Excludes `/ : @ ! ?` and quotation marks. */
const plainName = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd} &'’.,+()-]*…?$/u

/** Matches abbreviations such as "t/a", "c/o" and "A/S". */
const abbreviation = /(?<=\s)\p{L}\/\p{L}(?=\s|$)/gu

/** Matches `acme.io`, `1.2`, `acme .com` and the word "dot", but not `Co.` and `A.B.C.` */
const nameDomain = /\.[\p{L}\p{M}\p{Nd}]{2}|\p{Nd}\.\p{Nd}|[\s,+()&-]\.|\bdot\b/iu
