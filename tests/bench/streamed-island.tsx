import { type ComponentType, createContext, createElement, use } from 'react'

export type PageRecord = {
  islands: string[]
  scripts: string[]
  nameOf: (of: unknown) => string | undefined
}

export const PageRecordContext = createContext<PageRecord | null>(null)

/** An island that is drawn inside the page's own tree, with what the browser needs to wake it. */
export function Island<P extends object>({ of, props }: { of: ComponentType<P>; props: P }) {
  const name = use(PageRecordContext)?.nameOf(of)
  return createElement(
    'island-root',
    { 'data-name': name, 'data-prefix': 'i0-', 'data-props': JSON.stringify(props) },
    createElement(of, props),
  )
}

export const Script = (_: { name: string }) => null
