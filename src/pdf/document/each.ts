import { Text } from '@react-pdf/renderer'
import type { Style } from '@react-pdf/types'
import { createElement, Fragment, type ReactNode } from 'react'

/**
 * One part per item. The document is made once and never updated, so parts need no keys: nothing
 * in an item is sure to be unique.
 */
export function each<Item extends object>(
  items: Item[],
  Part: (item: Item) => ReactNode,
): ReactNode {
  return createElement(Fragment, null, ...items.map((item) => createElement(Part, item)))
}

/** Each text in a line of its own. */
export const eachText = (texts: string[], style: Style = {}) =>
  createElement(Fragment, null, ...texts.map((text) => createElement(Text, { style }, text)))
