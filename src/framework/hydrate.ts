import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

export type IslandLoaders = Record<string, () => Promise<{ default: ComponentType<never> }>>

/**
 * Hydrates every island on the page and marks it `data-awake`. When an island crashes, the server's HTML comes back,
 * which is a working plain form.
 */
export function hydrateIslands(loaders: IslandLoaders) {
  for (const element of document.querySelectorAll<HTMLElement>('island-root')) {
    const load = loaders[`/islands/${element.dataset.name}.tsx`]
    load?.().then(
      (module) => wake(element, module.default as ComponentType<object>),
      (error) => console.error(`The island ${element.dataset.name} could not be loaded`, error),
    )
  }
}

function wake(element: HTMLElement, component: ComponentType<object>) {
  const asServed = element.innerHTML
  const props = JSON.parse(element.dataset.props ?? '{}') as object
  const root = hydrateRoot(
    element,
    createElement(Awake, { element }, createElement(component, props)),
    {
      identifierPrefix: element.dataset.prefix ?? '',
      onUncaughtError(error) {
        console.error(`The island ${element.dataset.name} stopped`, error)
        queueMicrotask(() => {
          root.unmount()
          element.innerHTML = asServed
          element.dataset.awake = 'crashed'
        })
      },
    },
  )
}

function Awake({ element, children }: { element: HTMLElement; children?: ReactNode }) {
  useEffect(() => {
    element.dataset.awake = 'true'
  }, [element])
  return children
}
