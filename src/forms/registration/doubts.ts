import { companyNumberKey, eoriKey, postCodeKey, telephoneKey, vatKey } from './normalise.ts'

const notRegistered = /^(not registered|none|n\/?a)$/i

/**
 * A doubt about a field's format, in words for the person who typed it; `null` when there is none. Never an error: what
 * was typed is kept (rule 14).
 */
export function doubtAbout(name: string, value: string): string | null {
  const text = value.trim()
  const check = checks[name]
  if (!check || !text || notRegistered.test(text)) return null
  return check(text) ? null : (words[name] ?? null)
}

/** Whether a field has a format that can be doubted at all. */
export const canBeDoubted = (name: string) => name in checks

const postCode = (text: string) =>
  /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/.test(postCodeKey(text)) ||
  /^(BFPO\d{1,4}|GIR0AA)$/.test(postCodeKey(text).replace(' ', ''))
const telephone = (text: string) => /^\d{10,15}$/.test(telephoneKey(text))

const checks: Record<string, (text: string) => boolean> = {
  coRegistration: (text) => /^(\d{8}|[A-Z]{2}\d{6}|R\d{7}|IP\d{5}R)$/.test(companyNumberKey(text)),
  vatNo: (text) => isVatNumber(vatKey(text)),
  eoriNumber: (text) => /^(GB|XI)\d{12}$/.test(eoriKey(text)),
  postCode,
  invoicePostCode: postCode,
  deliveryPostCode: postCode,
  telephone,
  mobile: telephone,
  accountsTelephone: telephone,
  buyerTelephone: telephone,
  buyerMobile: telephone,
  deliveryTelephone: telephone,
  deliveryMobile: telephone,
}

const postCodeWords = 'This does not look like a UK post code. If it is right, leave it as it is.'
const telephoneWords =
  'This does not look like a full telephone number. If it is right, leave it as it is.'

const words: Record<string, string> = {
  coRegistration: 'UK company numbers have 8 characters. If yours is right, leave it as it is.',
  vatNo: 'This does not look like a UK VAT number. If yours is right, leave it as it is.',
  eoriNumber: 'UK EORI numbers are GB or XI and 12 digits. If yours is right, leave it as it is.',
  postCode: postCodeWords,
  invoicePostCode: postCodeWords,
  deliveryPostCode: postCodeWords,
  ...Object.fromEntries(
    Object.keys(checks)
      .filter((name) => /telephone|mobile/i.test(name))
      .map((name) => [name, telephoneWords]),
  ),
}

/** The check digits of a UK VAT number: weights 8 to 2, both series (remainder 97, and 97 less 55). */
export function isVatNumber(digits: string): boolean {
  if (/^(GB)?(GD|HA)\d{3}$/.test(digits)) return true
  if (!/^\d{9}(\d{3})?$/.test(digits)) return false
  const total = [8, 7, 6, 5, 4, 3, 2].reduce(
    (sum, weight, at) => sum + weight * Number(digits[at]),
    0,
  )
  const check = total + Number(digits.slice(7, 9))
  return check % 97 === 0 || (check + 55) % 97 === 0
}
