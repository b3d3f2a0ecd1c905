import type { ComponentType } from 'react'

export type PageOptions = {
  title?: string
  status?: number
  headers?: Record<string, string>
  /** Whether the page may show another page of this site in a frame. */
  frames?: boolean
}

/** What a route's verb returns instead of a `Response` to have a page rendered. */
export type Page = { component: ComponentType<object>; props: object } & PageOptions

export function page<P extends object>(
  component: ComponentType<P>,
  props: object,
  options: PageOptions = {},
): Page {
  return { component: component as ComponentType<object>, props, ...options }
}

export const isPage = (answer: Response | Page): answer is Page => 'component' in answer
