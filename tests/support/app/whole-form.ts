import { answers } from './application-answers.ts'

/** The whole form as a browser without scripts posts it, with some fields replaced; `undefined` leaves one out. */
export function wholeForm(
  changes: Record<string, unknown> = {},
): Record<string, string | string[]> {
  const directors = answers[2].directors.flatMap(({ name, position }, at) => [
    [`directors[${at}].name`, name],
    [`directors[${at}].position`, position],
  ])
  const sections = { ...answers[1], ...answers[3], ...answers[4], ...answers[5] }
  const all: Record<string, unknown> = { ...sections, ...Object.fromEntries(directors), ...changes }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value : textOf(value)]),
  )
}

const textOf = (value: unknown) => (value === true ? 'yes' : String(value))
