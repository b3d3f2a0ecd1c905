import { yearsEstablished } from '../years-established.ts'
import { companyNumberKey, eoriKey, postCodeKey, telephoneKey, vatKey } from './normalised.ts'

export type Format = keyof typeof formats

/** Returns a warning or `null`. The answer is kept either way. `today` is `YYYY-MM-DD`. */
export function formatWarning(format: Format, value: string, today: string): string | null {
  const text = value.trim()
  if (!text || isNone(format, text)) return null
  const warning = formats[format](text, today)
  return warning || null
}

/**
 * Returns whether the answer means "none". Where a number is expected, "exempt", "applied for" and any other answer
 * without a digit count too.
 */
function isNone(format: Format, text: string): boolean {
  if (
    /^(not (vat |eori )?registered|no( (vat|eori)( number)?)?|none|nil|n\/?a|[-–—.]+)$/i.test(text)
  )
    return true
  if (/\p{Nd}/u.test(text)) return false
  if (format === 'telephone') return /^(no|not|none|nil|n\.?\/?a|don['’]?t|do not)\b/i.test(text)
  return ['companyNumber', 'vat', 'eori'].includes(format)
}

export const isNational = (format: Format) =>
  ['postCode', 'companyNumber', 'vat', 'eori'].includes(format)

const leave = 'If it is right, leave it as it is.'

const formats = {
  companyNumber: (text: string) =>
    !/^(\d{8}|[A-Z]{2}\d{6}|R\d{7}|IP\d{5}R)$/.test(companyNumberKey(text)) &&
    'UK company numbers have 8 characters. If yours is right, leave it as it is.',
  vat: (text: string) =>
    !isVatNumber(vatKey(text)) &&
    'This does not look like a UK VAT number: please check its digits. If yours is right, leave it as it is.',
  eori: (text: string) =>
    !/^(GB|XI)\d{12}$/.test(eoriKey(text)) &&
    'UK EORI numbers are GB or XI and 12 digits. If yours is right, leave it as it is.',
  postCode: (text: string) =>
    !/^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/.test(postCodeKey(text)) &&
    !/^(BFPO\d{1,4}|GIR0AA)$/.test(postCodeKey(text).replace(' ', '')) &&
    `This does not look like a UK post code. ${leave}`,
  telephone: (text: string) =>
    // a letter O in place of a zero leaves a number of the right length
    !(/^\d{10,15}$/.test(telephoneKey(text)) && /^[^a-z]+(x|ext|$)/i.test(text)) &&
    `This does not look like a full telephone number. ${leave}`,
  email: (text: string) =>
    /^mailto:|[\s<>()",;]|@.*@|[.:]$/i.test(text) &&
    'Enter one address only, such as name@example.com, with nothing before or after it.',
  pastDay: (day: string, today: string) =>
    noDay(day) ||
    (day > today && `This date is in the future. ${leave}`) ||
    (day < '1500' && `This date is more than 500 years ago. ${leave}`),
  thisDay: (day: string, today: string) =>
    noDay(day) ||
    (day > today && `This date is in the future. ${leave}`) ||
    (day < yearBefore(today) && `This date is more than a year ago. ${leave}`),
  years(text: string, today: string) {
    const years = yearsEstablished(text, today)
    if (years === null)
      return 'We cannot read this. Enter a number of years, such as 7, or a year, such as 2019.'
    return years < 0 && `This year is in the future. ${leave}`
  },
}

/** The value of a date field whose content the browser does not reveal. */
export const notADay = '?'

const noDay = (day: string) =>
  !/^\d{4}-\d{2}-\d{2}$/.test(day) && 'This date is incomplete, or there is no such day.'

const yearBefore = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

/**
 * Returns whether the check digits fit. The weights are 8 to 2, and both series count: remainder 97, and 97 less 55.
 */
export function isVatNumber(digits: string): boolean {
  if (/^(GB)?(GD|HA)\d{3}$/.test(digits)) return true
  if (!/^\d{9}(\d{3})?$/.test(digits)) return false
  const total = [8, 7, 6, 5, 4, 3, 2].reduce(
    (sum, weight, index) => sum + weight * Number(digits[index]),
    0,
  )
  const check = total + Number(digits.slice(7, 9))
  return check % 97 === 0 || (check + 55) % 97 === 0
}
