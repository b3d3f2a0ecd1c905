import { useState } from 'react'
import { replyOf } from '#src/ui/calls/call.ts'
import { failureMessage } from '#src/ui/calls/connection-lost.ts'

/** One form of the dialog: its errors by field, its last announcement, and one call at a time. */
export function useAccountCall(given: Record<string, string> = {}) {
  const [errors, setErrors] = useState(given)
  const [announcement, setAnnouncement] = useState('')
  const [pending, setPending] = useState(false)

  /** Returns whether the call succeeded; announces `done`, or why it failed. */
  async function attempt(action: () => Promise<void>, done: string): Promise<boolean> {
    if (pending) return false
    setPending(true)
    setErrors({})
    setAnnouncement('')
    try {
      await action()
      setAnnouncement(done)
      return true
    } catch (error) {
      const { errors: found = {} } = replyOf(error)
      setErrors(found)
      if (Object.keys(found).length === 0) setAnnouncement(failureMessage(error))
      return false
    } finally {
      setPending(false)
    }
  }

  return { errors, announcement, pending, attempt }
}
