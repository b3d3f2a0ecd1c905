import { useEffect } from 'react'

/** Moves the focus to the error summary whenever there are new errors, for people who use a keyboard or a screen reader. */
export function useFocusOnErrors(errors: Record<string, string>) {
  useEffect(() => {
    if (Object.keys(errors).length > 0) document.getElementById('error-summary')?.focus()
  }, [errors])
}
