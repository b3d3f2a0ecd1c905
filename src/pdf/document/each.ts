import { Text, type TextProps } from '@react-pdf/renderer'
import { createElement, Fragment, type ReactNode } from 'react'
import type { Tag } from './tagged-pdf.tsx'

/**
 * Renders one part per item. The parts have no keys, because nothing in an item is unique and the document is never
 * updated.
 */
export const each = <Item extends object>(items: Item[], Part: (item: Item) => ReactNode) =>
  createElement(Fragment, null, ...items.map((item) => createElement(Part, item)))

export const eachText = (texts: string[], props: TextProps, type?: Tag['type']) =>
  createElement(
    Fragment,
    null,
    ...texts.map((text) => createElement(Text, { ...props, ...(type && { tag: { type } }) }, text)),
  )

export const lastTogether = 2

export type Kept = { keep: { minPresenceAhead?: number } }

/** Asks for some room below a row, so that the page does not end with a sliver of the next row's padding. */
export function keep(rows: unknown[], at: number, isCut = false): Kept['keep'] {
  if (isCut) return { minPresenceAhead: 40 }
  const isEdge = at === 0 || at >= rows.length - lastTogether
  return isEdge && at + 1 < rows.length ? { minPresenceAhead: 10 } : {}
}
