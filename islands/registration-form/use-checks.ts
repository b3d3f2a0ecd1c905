import { useRef } from 'react'
import { type FormValues, sameAnswer, sectionOf } from '#src/forms/form-values.ts'
import { checkByRules, type Rules } from '#src/forms/rules.ts'

export type Errors = Record<string, string>

/**
 * Which sections are checked as they are typed in (those that Next or Submit has looked at), and what is wrong in
 * them. What the server refused stays wrong for as long as the answer stays the same.
 */
export function useChecks({
  errors,
  values,
  rules,
  thisYear,
  signatureOnFile,
}: {
  errors: Errors
  values: FormValues
  rules: Rules
  thisYear: number
  signatureOnFile: string | null
}) {
  const sections = useRef(new Set(Object.keys(errors).map(sectionOf)))
  const refused = useRef({ errors, values })

  function find(now: FormValues): Errors {
    const looked = ([name]: [string, unknown]) => sections.current.has(sectionOf(name))
    const { errors, values } = refused.current
    const stillRefused = Object.entries(errors).filter(
      ([name]) => looked([name, '']) && sameAnswer(now[name], values[name]),
    )
    const signature = now.authSignature ?? signatureOnFile
    const given = { ...now, authSignature: signature || now.typedName }
    const found: Errors = {
      ...Object.fromEntries(stillRefused),
      ...checkByRules(Object.fromEntries(Object.entries(rules).filter(looked)), given, thisYear),
    }
    const inOrder = Object.keys({ ...rules, ...found })
    return Object.fromEntries(inOrder.flatMap((name) => (found[name] ? [[name, found[name]]] : [])))
  }

  return {
    find,
    /** From now on these sections are checked. */
    look(numbers: readonly number[]) {
      for (const number of numbers) sections.current.add(number)
    },
    refuse(errors: Errors, values: FormValues) {
      refused.current = { errors, values }
      this.look(Object.keys(errors).map(sectionOf))
    },
  }
}
