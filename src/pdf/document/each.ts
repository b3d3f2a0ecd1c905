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
