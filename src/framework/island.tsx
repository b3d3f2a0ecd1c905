import { type ComponentType, createContext, createElement, use } from 'react'

export type PageRecord = {
  islands: PlacedIsland[]
  nameOf: (component: unknown) => string | undefined
}

export type PlacedIsland = {
  name: string
  prefix: string
  of: ComponentType<object>
  props: object
}

export const PageRecordContext = createContext<PageRecord | null>(null)

/**
 * Marks where an island is rendered. Each island is a React root with its own prefix for IDs, because `useId` depends
 * on the tree.
 */
export function Island<P extends object>(island: {
  of: ComponentType<P>
  props: JsonOnly<NoInfer<P>>
}) {
  const record = useRecord()
  const name = record.nameOf(island.of)
  if (!name) throw new Error('An island is the default export of a file in islands/')
  const before = record.islands.filter((other) => other.name === name).length
  const prefix = `${name}${before || ''}-`
  const of = island.of as ComponentType<object>
  record.islands.push({ name, prefix, of, props: island.props as object })
  return createElement('island-root', { 'data-name': name, 'data-prefix': prefix })
}

function useRecord(): PageRecord {
  const record = use(PageRecordContext)
  if (!record) throw new Error('Islands are rendered by the router, inside a page')
  return record
}

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

type JsonOnly<T> = T extends Json
  ? T
  : T extends (...args: never[]) => unknown
    ? never
    : T extends object
      ? { [K in keyof T]: JsonOnly<T[K]> }
      : never
