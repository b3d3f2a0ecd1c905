import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { rememberTyping } from './put-back.ts'

export type IslandLoaders = Record<string, () => Promise<{ default: ComponentType<never> }>>

/** When one crashes, the server's HTML comes back: a plain form that works. */
export function hydrateIslands(loaders: IslandLoaders) {
  const loading = new WeakSet<Element>()
  wakeAll()
  document.addEventListener('page-merged', wakeAll)

  function wakeAll() {
    for (const element of document.querySelectorAll<HTMLElement>('island-root')) {
      const load = loaders[`/islands/${element.dataset.name}.tsx`]
      if (!load || loading.has(element)) continue
      loading.add(element)
      load().then(
        (module) => wake(element, module.default as ComponentType<object>),
        // the server's HTML stays: a plain form that works
        (error) => console.error(`The island ${element.dataset.name} could not be loaded`, error),
      )
    }
  }
}

function wake(element: HTMLElement, component: ComponentType<object>) {
  if (!element.isConnected) return
  const asServed = element.innerHTML
  element.dataset.awake = 'soon'
  const putBack = rememberTyping(element)
  const tree = () =>
    createElement(
      Awake,
      { element, onAwake: putBack },
      createElement(component, JSON.parse(element.dataset.props ?? '{}') as object),
    )
  const root = hydrateRoot(element, tree(), {
    identifierPrefix: element.dataset.prefix ?? '',
    // a password manager's node in the form, for one, makes React start anew
    onRecoverableError(error) {
      console.warn(`The island ${element.dataset.name} started anew`, error)
      putBack()
    },
    onUncaughtError(error) {
      console.error(`The island ${element.dataset.name} stopped`, error)
      queueMicrotask(() => {
        stop()
        element.innerHTML = asServed
        element.dataset.awake = 'crashed'
      })
    },
  })
  const show = () => root.render(tree())
  const stopIfGone = () => element.isConnected || stop()
  element.addEventListener('props-changed', show)
  document.addEventListener('page-merged', stopIfGone)

  function stop() {
    element.removeEventListener('props-changed', show)
    document.removeEventListener('page-merged', stopIfGone)
    root.unmount()
  }
}

type AwakeProps = { element: HTMLElement; onAwake: () => void; children?: ReactNode }

function Awake({ element, onAwake, children }: AwakeProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React has taken over
  useEffect(() => {
    onAwake()
    element.dataset.awake = 'true'
  }, [element])
  return children
}
