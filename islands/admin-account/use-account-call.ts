import { useState } from 'react'
import { CallError } from '#src/ui/calls/call.ts'
import { failureMessage } from '#src/ui/calls/connection-lost.ts'

/** One form of the dialog: its errors by field, what was said last, and one call at a time. */
export function useAccountCall(given: Record<string, string> = {}) {
  const [errors, setErrors] = useState(given)
  const [said, setSaid] = useState('')
  const [pending, setPending] = useState(false)

  /** Answers whether the deed went well; `done` is said then, the refusal's own words otherwise. */
  async function attempt(deed: () => Promise<void>, done: string): Promise<boolean> {
    if (pending) return false
    setPending(true)
    setErrors({})
    setSaid('')
    try {
      await deed()
      setSaid(done)
      return true
    } catch (error) {
      const { errors: found = {} } = error instanceof CallError ? error.reply : {}
      setErrors(found)
      if (Object.keys(found).length === 0) setSaid(failureMessage(error))
      return false
    } finally {
      setPending(false)
    }
  }

  return { errors, said, pending, attempt }
}
