import { previousAddressNeeded } from './previous-address.ts'

/** What the browser knows of a field: its message (and so that it is required), its longest text, its pattern. */
export type Rule = { message?: string; max?: number; pattern?: string }
export type Rules = Record<string, Rule>

export const texts = {
  previousAddress: 'Previous address is required',
  noDirector: 'At least one director name is required',
  tooLong: (max: number) => `Use ${max} characters or fewer`,
} as const

/** The errors a section's values would get from the server, for the fields that `rules` names. */
export function checkByRules(
  rules: Rules,
  values: Record<string, unknown>,
  thisYear: number,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [name, rule] of Object.entries(rules)) {
    const error = name === 'directors' ? checkDirectors(values) : checkByRule(rule, values[name])
    if (error) errors[name] = error
    else if (name === 'previousAddress' && lacksPreviousAddress(values, thisYear))
      errors[name] = texts.previousAddress
  }
  return errors
}

const lacksPreviousAddress = (values: Record<string, unknown>, thisYear: number) =>
  isBlank(values.previousAddress) &&
  previousAddressNeeded(String(values.businessEstablished ?? ''), thisYear)

function checkByRule({ message, max, pattern }: Rule, value: unknown): string | undefined {
  if (isBlank(value)) return message
  const text = String(value).trim()
  if (pattern && !new RegExp(pattern).test(text)) return message
  if (max && typeof value === 'string' && text.length > max) return texts.tooLong(max)
  return undefined
}

function checkDirectors({ directors }: Record<string, unknown>): string | undefined {
  const list = Array.isArray(directors) ? (directors as { name?: string }[]) : []
  return list.some((director) => !isBlank(director?.name)) ? undefined : texts.noDirector
}

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : String(value).trim() === '')
