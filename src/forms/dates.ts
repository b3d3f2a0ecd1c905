/** Returns a date such as '3 March 2026'. Any other text is returned unchanged. */
export function longDate(date: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) return date
  // the formatter would print the year 19 as 2019
  return longDates.format(at).replace(/\d+$/, date.slice(0, 4))
}

const longDates = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' })
