import { longDay } from './dates.ts'

export const nothing = 'N/A'

export function readValue(name: string, value: unknown, timezone: string): string {
  if (value === null || value === undefined || value === '') return nothing
  if (Array.isArray(value)) return value.join(', ') || nothing
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'accountType') return value === 'cash' ? 'Cash' : 'Credit'
  if (name === 'dateIncorporation' || name === 'agreementDate')
    return longDay(String(value), timezone) ?? nothing
  return String(value)
}
