import { type DefaultValue, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint } from '@conform-to/zod/v4'
import type { z } from 'zod'

type FormState<T> = {
  /** The refused post that the page shows again. */
  lastResult?: SubmissionResult | undefined
  defaultValue?: DefaultValue<T>
}

/** A form of a page by conform: its fields with what the schema demands of them. Their ids begin with `id`. */
export const usePageForm = <T extends Record<string, unknown>>(
  id: string,
  schema: z.ZodType<unknown, T>,
  state: FormState<NoInfer<T>>,
) => useForm<T>({ ...state, id, constraint: getZodConstraint(schema) })
