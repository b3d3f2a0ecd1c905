import { useRef, useState } from 'react'
import { checkTyped } from '#src/forms/fields/browser-rules.ts'
import {
  type FormValues,
  namesIn,
  sameAnswer,
  sectionOf,
} from '#src/forms/registration/form-values.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { readForm } from './typed-form.ts'

export type Errors = Record<string, string>

/**
 * What is wrong in the sections that Next or Submit has looked at, which are checked as they are typed in from then on.
 * What the server refused stays wrong for as long as the answer stays the same.
 */
export function useChecks({ thisYear, signatureOnFile, ...served }: Checked) {
  const [errors, setErrors] = useState(served.errors)
  const sections = useRef(new Set(Object.keys(served.errors).map(sectionOf)))
  const refused = useRef<Refused>(served)

  /** Starts checking these sections. */
  function startChecking(numbers: readonly number[]) {
    for (const number of numbers) sections.current.add(number)
  }

  /** Checks these answers, shows what is wrong and tells it. */
  function check(now: FormValues): Errors {
    const found = find(now)
    // An equal value renders nothing: this runs with each letter.
    setErrors((shown) => (JSON.stringify(shown) === JSON.stringify(found) ? shown : found))
    return found
  }

  function find(now: FormValues): Errors {
    const { errors, values } = refused.current
    const stillRefused = Object.entries(errors).filter(([name]) =>
      sameAnswer(now[name], values[name]),
    )
    const signature = now.authSignature ?? signatureOnFile
    const names = sectionNumbers.filter((number) => sections.current.has(number)).flatMap(namesIn)
    const given = { ...now, authSignature: signature || now.typedName }
    const found: Errors = {
      ...Object.fromEntries(stillRefused),
      ...checkTyped(names, given, thisYear),
    }
    const inOrder = [...new Set([...names, ...Object.keys(found)])]
    return Object.fromEntries(inOrder.flatMap((name) => (found[name] ? [[name, found[name]]] : [])))
  }

  /** The server said no to these answers. */
  function refuse(errors: Errors, values: FormValues) {
    refused.current = { errors, values }
    startChecking(Object.keys(errors).map(sectionOf))
    check(readForm())
  }

  return { errors, startChecking, check, refuse }
}

/** What the server refused, and the answers that it refused. */
type Refused = { errors: Errors; values: FormValues }

type Checked = Refused & { thisYear: number; signatureOnFile: string | null }
