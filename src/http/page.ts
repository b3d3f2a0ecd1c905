import type { ComponentType } from 'react'
import type { JsonOnly } from '#src/framework/json.ts'
import { page as drawn, type Page, type PageOptions } from '#src/framework/page.ts'
import type { Company } from '#src/ui/layout/company.ts'

/**
 * A page of ours: the component's own props; the company is added to every page by the app. They are JSON, so that their
 * text tells whether the page was drawn before.
 */
export function page<P extends { company: Company }>(
  component: ComponentType<P>,
  props: Omit<P, 'company'> & JsonOnly<NoInfer<Omit<P, 'company'>>>,
  options?: PageOptions,
): Page {
  return drawn(component, props, options)
}
