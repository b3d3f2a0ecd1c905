/**
 * Whether the previous address must be given: the business has been at the present one under 2 years, or what was typed
 * does not say (rule 73).
 */
export function previousAddressNeeded(businessEstablished: string, thisYear: number): boolean {
  const years = yearsEstablished(businessEstablished, thisYear)
  return years === null || years < 2
}

/** Years in business: a four-digit year anywhere counts from that year, else the first number counts; `null` for none. */
export function yearsEstablished(businessEstablished: string, thisYear: number): number | null {
  const year = businessEstablished.match(/(?<!\d)(1[5-9]|20)\d{2}(?!\d)/)
  if (year) return thisYear - Number(year[0])
  const number = businessEstablished.match(/\d+(\.\d+)?/)
  return number && Number(number[0])
}
