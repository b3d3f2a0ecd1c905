/** A value that goes into a page or comes out of it. */
type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** A point in CSS pixels from an element's upper left corner. */
export type Point = [x: number, y: number]

/**
 * One tab of a browser, with the few things that a journey does in it. A selector is CSS, or XPath when it begins with
 * `//`; it means the first element that can be seen.
 */
export type Tab = {
  /** Opens a path of the site and waits until it has loaded. */
  open: (path: string) => Promise<void>
  reload: () => Promise<void>
  /** Runs a function in the page; it sees nothing but its arguments. */
  run: <A extends Json[], T>(script: (...words: A) => T, ...words: A) => Promise<T>
  click: (selector: string) => Promise<void>
  /** Types with the keyboard, after what stands there. */
  type: (selector: string, text: string) => Promise<void>
  /** Draws one stroke with the mouse. */
  draw: (selector: string, points: Point[]) => Promise<void>
  /** The window's inside in CSS pixels. */
  size: (width: number, height: number) => Promise<void>
  /** What the window shows, as PNG. */
  picture: () => Promise<Buffer>
}

/** A browser of an own kind: `start` opens a fresh profile with one tab. */
export type Engine = {
  name: string
  version: string
  /** `strict` asks for Firefox's protection against fingerprints. */
  start: (site: string, strict?: boolean) => Promise<{ tab: Tab; close: () => Promise<void> }>
  stop: () => Promise<void>
}

/** Marks the first visible element with a number, so that every driver can find it; `null` while there is none. */
export function mark(selector: string): string | null {
  const found = selector.startsWith('//')
    ? document.evaluate(selector, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
    : null
  const all = found
    ? Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at) as Element)
    : [...document.querySelectorAll(selector)]
  const seen = all.find((element) => element.getClientRects().length > 0)
  if (!seen) return null
  for (const old of document.querySelectorAll('[data-engine-target]'))
    old.removeAttribute('data-engine-target')
  seen.setAttribute('data-engine-target', '')
  seen.scrollIntoView({ block: 'center', behavior: 'instant' })
  return '[data-engine-target]'
}

/** Waits until an element can be seen; returns how drivers find it. */
export async function found({ run }: Pick<Tab, 'run'>, selector: string): Promise<string> {
  return until(selector, () => run(mark, selector))
}

/** As `found`, once the element has stopped moving: a driver clicks a place, and a page may still shift below it. */
export async function resting(tab: Pick<Tab, 'run'>, selector: string): Promise<string> {
  let before = ''
  return until(`${selector} at rest`, async () => {
    const target = await tab.run(mark, selector)
    const place = JSON.stringify(target && (await tab.run(placeOf, target)))
    const rests = place === before
    before = place
    return rests ? target : null
  })
}

const placeOf = (selector: string) => {
  const { x, y } = document.querySelector(selector)?.getBoundingClientRect() ?? { x: 0, y: 0 }
  return [x, y] as [number, number]
}

/** The browser's driver gave no answer: its fault, not that of the page. */
export class DriverSilent extends Error {}

/** Asks again until the answer is something; a page that is being left has none yet. */
export async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + 15_000
  let reason = 'nothing'
  while (Date.now() < end) {
    try {
      const answer = await ask()
      if (answer) return answer
    } catch (error) {
      if (error instanceof DriverSilent) throw error
      reason = String(error)
    }
    await new Promise((later) => setTimeout(later, 40))
  }
  throw new Error(`Waited 15 seconds in vain for ${what}: ${reason}`)
}
