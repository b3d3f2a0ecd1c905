import { Text } from '@react-pdf/renderer'
import type { Style } from '@react-pdf/types'
import { createElement, Fragment, type ReactNode } from 'react'
import type { Tag } from './tagged-pdf.tsx'

/** One part per item, without keys: nothing in an item is sure to be unique, and the document is never updated. */
export const each = <Item extends object>(items: Item[], Part: (item: Item) => ReactNode) =>
  createElement(Fragment, null, ...items.map((item) => createElement(Part, item)))

export const eachText = (texts: string[], style: Style = {}, type?: Tag['type']) =>
  createElement(
    Fragment,
    null,
    ...texts.map((text) => createElement(Text, { style, ...(type && { tag: { type } }) }, text)),
  )

export const lastTogether = 4

export type Kept = { keep: { minPresenceAhead?: number } }

/** Of a next row that may be cut so much, or it leaves a sliver of its padding. */
export function keep(rows: unknown[], at: number, isCut = false): Kept['keep'] {
  if (isCut) return { minPresenceAhead: 40 }
  return at + 1 < rows.length && at >= rows.length - lastTogether ? { minPresenceAhead: 10 } : {}
}
