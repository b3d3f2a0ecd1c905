const longestName = 100

export function safeName(text: string): string {
  const plain = visible(text)
    .replace(/\S*(?::\/\/|www\.)\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, longestName).join('').trim()
}

/** One visible line. Web addresses are broken up, so that no email program makes links of them. */
export const safeValue = (text: string): string =>
  isEmail.test(text)
    ? text
    : text
        .split(/,?\s*\n+\s*/)
        .map((line) => visible(line).replace(/:\/\//g, ': //').replace(domainDot, ' $&'))
        .join(', ')

/** A dot, also a wide one, before two letters, with or without marks that can hardly be seen. */
const domainDot =
  /[.\u3002\uff0e\uff61](?=[\p{M}\p{Default_Ignorable_Code_Point}]*\p{L}\p{M}*\p{L})/gu

/** Without / ? # = and %, which could make a web address of it. */
const isEmail = /^[\w.+'!$&*^`{|}~-]+@[\w.-]+$/

const visible = (text: string) =>
  text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')

/** '' for what must not be in an email: links, addresses, telephone numbers. */
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

/** No `/ : @ ! ?`, no quotation marks. */
const plainName = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd} &'’.,+()-]*…?$/u

/** Such as "t/a", "c/o" and "A/S". */
const abbreviation = /(?<=\s)\p{L}\/\p{L}(?=\s|$)/gu

/** `acme.io`, `1.2`, `acme .com` and the word "dot", but not `Co.` and `A.B.C.` */
const nameDomain = /\.[\p{L}\p{M}\p{Nd}]{2}|\p{Nd}\.\p{Nd}|[\s,+()&-]\.|\bdot\b/iu
