type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/**
 * One tab of a browser, with the few things that a journey does in it. A selector is CSS, or XPath when it begins with
 * `//`; it means the first element that can be seen.
 */
export type Tab = {
  /** Whether pages run their scripts; those of `run` always do. */
  hasScripts: boolean
  /** Opens a path of the site and waits until it has loaded. */
  open: (path: string) => Promise<unknown>
  /** Runs a function in the page; it sees nothing but its arguments. */
  run: <A extends Json[], T>(script: (...words: A) => T, ...words: A) => Promise<Awaited<T>>
  click: (selector: string) => Promise<unknown>
  /** Types with the keyboard, after what the field holds. */
  type: (selector: string, text: string) => Promise<unknown>
  /** Draws one stroke with the mouse through points in CSS pixels from the element's upper left corner. */
  draw: (selector: string, points: [x: number, y: number][]) => Promise<unknown>
}

/** `isStrict` asks for Firefox's protection against fingerprints. */
export type BrowserSettings = { hasScripts: boolean; isStrict: boolean }

/** A browser: `start` opens a fresh profile with one tab. */
export type Engine = {
  name: string
  start: (
    site: string,
    settings: BrowserSettings,
  ) => Promise<{ tab: Tab; close: () => Promise<unknown> }>
  stop: () => Promise<void>
}

/** The browser's driver gave no answer: its fault, not that of the page. */
export class DriverSilent extends Error {}

/** Asks again until the answer is truthy; a page that is being left has none yet. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null>,
  seconds = 15,
): Promise<T> {
  const end = Date.now() + seconds * 1000
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
  throw new Error(`${what} did not come within ${seconds} seconds: ${reason}`)
}

/** Waits until an element can be seen and has stopped moving; returns a selector for it, its upper left corner and its middle. */
export async function resting({ run }: Pick<Tab, 'run'>, selector: string) {
  let before = ''
  return until(selector, async () => {
    const place = await run(mark, selector)
    const rests = place !== null && JSON.stringify(place) === before
    before = JSON.stringify(place)
    return rests ? { target: '[data-engine-target]', ...place } : null
  })
}

/** Runs in the page: marks the first visible element, so that every driver can find it. */
function mark(selector: string): { x: number; y: number; middle: [number, number] } | null {
  const found = selector.startsWith('//')
    ? document.evaluate(selector, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
    : null
  const all = found
    ? Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at) as Element)
    : [...document.querySelectorAll(selector)]
  const visible = all.find((element) => element.getClientRects().length > 0)
  if (!visible) return null
  for (const old of document.querySelectorAll('[data-engine-target]'))
    old.removeAttribute('data-engine-target')
  visible.setAttribute('data-engine-target', '')
  visible.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y } = visible.getBoundingClientRect()
  // a link may stand in two lines, with its middle in neither
  const [line = visible.getBoundingClientRect()] = visible.getClientRects()
  return { x, y, middle: [line.x + line.width / 2, line.y + line.height / 2] }
}
