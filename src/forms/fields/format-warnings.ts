import { companyNumberKey, eoriKey, postCodeKey, telephoneKey, vatKey } from './normalised.ts'

export type Format = keyof typeof formats

/** Returns a warning or `null`. Never an error: the answer is kept. */
export function formatWarning(format: Format, value: string): string | null {
  const text = value.trim()
  if (!text || /^(not registered|none|n\/?a)$/i.test(text)) return null
  const { matches, warning } = formats[format]
  return matches(text) ? null : warning
}

const formats = {
  companyNumber: {
    matches: (text: string) =>
      /^(\d{8}|[A-Z]{2}\d{6}|R\d{7}|IP\d{5}R)$/.test(companyNumberKey(text)),
    warning: 'UK company numbers have 8 characters. If yours is right, leave it as it is.',
  },
  vat: {
    matches: (text: string) => isVatNumber(vatKey(text)),
    warning: 'This does not look like a UK VAT number. If yours is right, leave it as it is.',
  },
  eori: {
    matches: (text: string) => /^(GB|XI)\d{12}$/.test(eoriKey(text)),
    warning: 'UK EORI numbers are GB or XI and 12 digits. If yours is right, leave it as it is.',
  },
  postCode: {
    matches: (text: string) =>
      /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/.test(postCodeKey(text)) ||
      /^(BFPO\d{1,4}|GIR0AA)$/.test(postCodeKey(text).replace(' ', '')),
    warning: 'This does not look like a UK post code. If it is right, leave it as it is.',
  },
  telephone: {
    matches: (text: string) => /^\d{10,15}$/.test(telephoneKey(text)),
    warning: 'This does not look like a full telephone number. If it is right, leave it as it is.',
  },
}

/** Weights 8 to 2, both series (remainder 97, and 97 less 55). */
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
