import type { Json } from '#src/framework/island.tsx'

export type Kind = 'text' | 'number' | 'boolean' | 'list' | 'rows' | 'file'

type Constraint = {
  required?: boolean
  minLength?: number
  maxLength?: number
  min?: string | number
  max?: string | number
  step?: string | number
  multiple?: boolean
  pattern?: string
}

/** conform's `SubmissionResult`, as JSON. */
export type Reply = {
  status?: 'error' | 'success'
  initialValue?: { [name: string]: Json }
  error?: { [name: string]: string[] | null }
}

/**
 * The parts of a form's schema that the browser needs. `formState` in `src/http/form-state.ts` makes them on the
 * server.
 */
export type FormState<Name extends string = string> = {
  constraint: { [name: string]: Constraint }
  kinds: { [name in Name]: Kind }
  /** The messages for a blank field and for a wrong one. */
  texts: { [name: string]: { blank?: string; wrong?: string } }
  values: { [name: string]: Json }
  reply: Reply | null
  /** If the form may ask for a password, the provider whose sign-in replaces it. */
  confirmsWith?: string | null
}
