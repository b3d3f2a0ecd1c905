import { type ComponentType, createContext, createElement, use } from 'react'

export type PageRecord = {
  islands: string[]
  scripts: string[]
  nameOf: (of: unknown) => string | undefined
}

export const PageRecordContext = createContext<PageRecord | null>(null)

/**
 * An island rendered inside the page's own tree. Its props stand in a script element: React would escape each quote of
 * an attribute with six bytes and make the page longer than ours.
 */
export function Island<P extends object>({ of, props }: { of: ComponentType<P>; props: P }) {
  const name = use(PageRecordContext)?.nameOf(of)
  const text = JSON.stringify(props).replaceAll('<', '\\u003c')
  return createElement(
    'island-root',
    { 'data-name': name, 'data-prefix': 'i0-' },
    createElement('script', {
      type: 'application/json',
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end its element
      dangerouslySetInnerHTML: { __html: text },
    }),
    createElement(of, props),
  )
}

export const Script = (_: { name: string }) => null
