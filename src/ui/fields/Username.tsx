import { createContext, use } from 'react'

/** The username or address of the reader's session; empty without one. */
export const SignedInAs = createContext('')

/** In each form with a password, for password managers. */
export function Username({ of }: { of?: string }) {
  const reader = use(SignedInAs)
  return <input type="text" autoComplete="username" defaultValue={of ?? reader} hidden readOnly />
}
