import type { ComponentType } from 'react'

export type PageOptions = { title?: string; status?: number; headers?: Record<string, string> }

/** What a route's verb answers instead of a `Response` when a page is to be drawn. */
export type Page = { component: ComponentType<object>; props: object } & PageOptions

/** A page to draw; what every page gets (the company, for one) is added by the router. */
export function page<P extends object>(
  component: ComponentType<P>,
  props: object,
  options: PageOptions = {},
): Page {
  return { component: component as ComponentType<object>, props, ...options }
}

export const isPage = (answer: Response | Page): answer is Page => 'component' in answer
