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
