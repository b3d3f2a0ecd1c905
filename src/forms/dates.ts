/** A date such as '3 March 2026'; anything else comes back as it is. */
export function longDate(date: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) return date
  // the year 19 is not 2019
  return longDates.format(at).replace(/\d+$/, date.slice(0, 4))
}

const longDates = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' })
