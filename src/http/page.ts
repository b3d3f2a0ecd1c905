import type { ComponentType } from 'react'
import { page as drawn, type Page, type PageOptions } from '#src/framework/page.ts'
import type { Company } from '#src/ui/company.ts'

/** A page of ours: the component's own props; the company is added to every page by the app. */
export function page<P extends { company: Company }>(
  component: ComponentType<P>,
  props: Omit<P, 'company'>,
  options?: PageOptions,
): Page {
  return drawn(component, props, options)
}
