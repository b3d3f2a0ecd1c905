import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
} from 'react'
import { hydrateRoot } from 'react-dom/client'
import { rememberTyping } from './put-back.ts'

export type IslandLoaders = Record<string, () => Promise<{ default: ComponentType<never> }>>

/**
 * Starts the islands of the page. When an island crashes, the HTML of the server comes back, which is a plain form
 * that works.
 */
export function hydrateIslands(loaders: IslandLoaders) {
  for (const element of document.querySelectorAll<HTMLElement>('island-root')) {
    const load = loaders[`/islands/${element.dataset.name}.tsx`]
    load?.().then(
      (module) => wake(element, module.default as ComponentType<object>),
      // the HTML of the server stays, which is a plain form that works
      (error) => console.error(`The island ${element.dataset.name} could not be loaded`, error),
    )
  }
}

function wake(element: HTMLElement, component: ComponentType<object>) {
  const asServed = element.innerHTML
  element.dataset.awake = 'soon'
  const props = JSON.parse(element.dataset.props ?? '{}') as object
  const putBack = rememberTyping(element)
  const tree = createElement(Awake, { element, onAwake: putBack }, createElement(component, props))
  const root = hydrateRoot(element, tree, {
    identifierPrefix: element.dataset.prefix ?? '',
    // React renders from scratch when, for example, a password manager has added an element to the form
    onRecoverableError(error) {
      console.warn(`The island ${element.dataset.name} started anew`, error)
      putBack()
    },
    onUncaughtError(error) {
      console.error(`The island ${element.dataset.name} stopped`, error)
      queueMicrotask(() => {
        root.unmount()
        element.innerHTML = asServed
        element.dataset.awake = 'crashed'
      })
    },
  })
}

type AwakeProps = { element: HTMLElement; onAwake: () => void; children?: ReactNode }

function Awake({ element, onAwake, children }: AwakeProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React has taken over, before any effect
  useLayoutEffect(onAwake, [])
  useEffect(() => {
    element.dataset.awake = 'true'
  }, [element])
  return children
}
