import { type DefaultValue, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint } from '@conform-to/zod/v4'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { Page, PageOptions } from '#src/framework/router.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'

export function page<P extends { company: Company }>(
  component: ComponentType<P>,
  props: Omit<P, 'company'>,
  options: PageOptions = {},
): Page {
  return { component: component as ComponentType<object>, props, ...options }
}

/** A form that was refused, or that was sent without a session. */
export type ShownAgain = {
  lastResult?: SubmissionResult | undefined
  flash?: Toast | null
  status?: number
}

export const titled = (title: string, status: number): PageOptions => ({
  status,
  title: status === 200 ? title : `Error: ${title}`,
})

/** For a page whose address holds a secret. */
export const tokenPage = { headers: { 'Referrer-Policy': 'same-origin' } } satisfies PageOptions

type FormState<T> = {
  lastResult?: SubmissionResult | undefined
  defaultValue?: DefaultValue<T>
}

export const usePageForm = <T extends Record<string, unknown>>(
  id: string,
  schema: z.ZodType<unknown, T>,
  state: FormState<NoInfer<T>>,
) => useForm<T>({ ...state, id, constraint: getZodConstraint(schema) })
