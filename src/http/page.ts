import type { ComponentType } from 'react'
import { type Page, type PageOptions, page as pageOf } from '#src/framework/page.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'

/** A page with the component's own props; the app adds the company. */
export function page<P extends { company: Company }>(
  component: ComponentType<P>,
  props: Omit<P, 'company'>,
  options?: PageOptions,
): Page {
  return pageOf(component, props, options)
}

/** The status of a page and its title, which begins with "Error" when something was refused. */
export const titled = (title: string, status: number): PageOptions => ({
  status,
  title: status === 200 ? title : `Error: ${title}`,
})
