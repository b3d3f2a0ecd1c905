const longest = 60
const mostDigits = 4

/** Letters, digits and the marks that company names have; no `/ : @ ! ?`, no quotation marks. */
const plain = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd} &'’.,+()-]*$/u

/**
 * A dot that is not the end of a word or of a single initial: `acme.io`, `1.2`, `acme .com`, and the word "dot". What is
 * left are `Co.`, `A.B.C.` and the like.
 */
const domain = /\.[\p{L}\p{M}\p{Nd}]{2}|\p{Nd}\.\p{Nd}|[\s,+()&-]\.|\bdot\b/iu

/**
 * A business name as emails show it, or '' when the email must say "your application" instead. Anyone may type any name
 * and any address, so a name must not carry a link, an address or a telephone number.
 */
export function businessNameForEmail(name: string): string {
  if (name.length > longest || !plain.test(name) || domain.test(name)) return ''
  const digits = name.match(/\p{Nd}/gu) ?? []
  return digits.length > mostDigits ? '' : name
}

/** The row of facts that names a business; none when its name may not stand in an email. */
export function businessRow(businessName: string): string[][] {
  const name = businessNameForEmail(businessName)
  return name ? [['Business', name]] : []
}
