/** Under 2 years at the present address, or no readable age. */
export function previousAddressNeeded(businessEstablished: string, thisYear: number): boolean {
  const years = yearsEstablished(businessEstablished, thisYear)
  return years === null || years < 2
}

/** A four-digit year anywhere counts from that year, else the first number; `null` for none. */
export function yearsEstablished(businessEstablished: string, thisYear: number): number | null {
  const year = businessEstablished.match(/(?<!\d)(1[5-9]|20)\d{2}(?!\d)/)
  if (year) return thisYear - Number(year[0])
  const number = businessEstablished.match(/\d+(\.\d+)?/)
  return number && Number(number[0])
}
