import type { FormState } from '#src/ui/forms/form-state.ts'

export const sentTitle = 'Check Your Email'

export type ForgotPasswordProps = {
  who: 'client' | 'staff'
  state: FormState<'email'>
  /** The address that was posted without scripts. */
  sentTo: string | null
  /** The document's titles, with the form and after it was sent. */
  titles: { form: string; sent: string }
}
