import { type ComponentType, createContext, createElement, use } from 'react'
import { renderToString } from 'react-dom/server'
import { drawnBefore } from './drawn-before.ts'
import type { JsonOnly } from './json.ts'

/** What one page used while it was rendered: made anew for each render, so nothing leaks between requests. */
export type PageRecord = {
  islands: string[]
  scripts: string[]
  nameOf: (component: unknown) => string | undefined
}

export const PageRecordContext = createContext<PageRecord | null>(null)

/**
 * A part of the page that wakes in the browser. `of` is a default export of a file in `islands/`, `props` are JSON,
 * and there are no children. The island is its own React root with its own id prefix on both sides, because ids from
 * `useId` depend on the tree they stand in.
 */
export function Island<P extends object>(island: {
  of: ComponentType<P>
  props: JsonOnly<NoInfer<P>>
}) {
  const record = useRecord()
  const name = record.nameOf(island.of)
  if (!name) throw new Error('An island is the default export of a file in islands/')
  const prefix = `i${record.islands.length}-`
  record.islands.push(name)
  const props = JSON.stringify(island.props)
  const html = drawnBefore(island.of, prefix + props, () =>
    renderToString(createElement(island.of, island.props as P), { identifierPrefix: prefix }),
  )
  return createElement('island-root', {
    'data-name': name,
    'data-prefix': prefix,
    'data-props': props,
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, rendered as a root of its own
    dangerouslySetInnerHTML: { __html: html },
  })
}

/** A few lines without React: `name` is a file `islands/NAME.ts` that finds its own elements in the page. */
export function Script({ name }: { name: string }) {
  useRecord().scripts.push(name)
  return null
}

function useRecord(): PageRecord {
  const record = use(PageRecordContext)
  if (!record) throw new Error('Islands are rendered by the router, inside a page')
  return record
}
