import type { FormState } from '#src/ui/forms/form-state.ts'

export type Passwords = 'token' | 'password' | 'confirmPassword'

/** Beside the password. */
export type Asked = 'username' | 'fullName' | 'email'

export type SetPasswordProps = {
  who: 'client' | 'staff'
  token: string
  /** Whose password it is; '' where it is asked for. */
  username: string
  asks: readonly Asked[]
  button: string
  /** With the fields that are asked for. */
  state: FormState<Passwords>
}
