/** Under 2 years at the present address, or no readable age. */
export function previousAddressNeeded(businessEstablished: string, thisYear: number): boolean {
  const years = yearsEstablished(businessEstablished, thisYear)
  return years === null || years < 2
}

/** Counts from a four-digit year anywhere, else takes the first number, in digits or words; `null` for none. */
export function yearsEstablished(businessEstablished: string, thisYear: number): number | null {
  const year = businessEstablished.match(/(?<!\d)(1[5-9]|20)\d{2}(?!\d)/)
  if (year) return thisYear - Number(year[0])
  const digits = businessEstablished.match(/\d+(\.\d+)?/)
  const number = digits ? Number(digits[0]) : numberInWords(businessEstablished)
  const isInMonths = /^(?!.*y(ea)?rs?\b).*\bm(on)?ths?\b/i.test(businessEstablished)
  return number && isInMonths ? number / 12 : number
}

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const words = new RegExp(
  `\\b(?:(${units.join('|')})|(${tens.join('|')})(?:[ -](${units.slice(1, 10).join('|')}))?)\\b`,
  'i',
)

/** Up to ninety-nine; larger numbers are left unread. */
function numberInWords(text: string): number | null {
  const match = words.exec(text.toLowerCase())
  if (!match || /hundred|thousand/i.test(text)) return null
  const [, alone, ten, unit = 'zero'] = match
  return alone ? units.indexOf(alone) : (tens.indexOf(ten ?? '') + 2) * 10 + units.indexOf(unit)
}

/** A date such as '3 March 2026'; anything else comes back as it is. */
export function longDate(date: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) return date
  // the year 19 is not 2019
  return longDates.format(at).replace(/\d+$/, date.slice(0, 4))
}

const longDates = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' })
