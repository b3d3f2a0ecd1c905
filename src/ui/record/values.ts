import { longDay } from './dates.ts'

/** What is shown for an empty value. */
export const nothing = 'N/A'

/** A field's value as a card reads it: dates long, lists with commas, 'N/A' when empty. */
export function readValue(name: string, value: unknown, timezone: string): string {
  if (value === null || value === undefined || value === '') return nothing
  if (Array.isArray(value)) return value.join(', ') || nothing
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'accountType') return value === 'cash' ? 'Cash' : 'Credit'
  if (name === 'dateIncorporation' || name === 'agreementDate')
    return longDay(String(value), timezone) ?? nothing
  return String(value)
}
