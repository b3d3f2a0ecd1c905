import type { FormState } from '#src/ui/forms/form-state.ts'

export type Passwords = 'token' | 'password' | 'confirmPassword'

/** The fields that are asked for besides the password. */
export type Asked = 'username' | 'fullName' | 'email'

export type SetPasswordProps = {
  who: 'client' | 'staff'
  token: string
  /** The user name of the account, or '' if the form asks for it. */
  username: string
  asks: readonly Asked[]
  button: string
  /** The state of the form, with the fields that are asked for. */
  state: FormState<Passwords>
}
