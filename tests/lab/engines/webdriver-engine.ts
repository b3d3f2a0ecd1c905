import { DriverSilent, type Engine, type Point, resting, type Tab } from './tab.ts'
import { startWebKit, type WebKitPrograms } from './webkit-processes.ts'

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK by plain WebDriver: one driver, and a session with a fresh profile for each journey. */
export function webkitEngine(version: string, paths: WebKitPrograms): Engine {
  let started: ReturnType<typeof startWebKit> | undefined
  return {
    name: 'WebKitGTK',
    version,
    async start(site) {
      started ??= startWebKit(paths)
      const { url } = await started
      const { sessionId } = await send<{ sessionId: string }>(url, 'POST', '/session', {
        capabilities: {
          alwaysMatch: {
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation'] },
          },
        },
      })
      const session = `${url}/session/${sessionId}`
      await send(session, 'POST', '/timeouts', { script: 10_000, pageLoad: 15_000 })
      return {
        tab: tabOf(session, site),
        async close() {
          await send(session, 'DELETE', '')
        },
      }
    },
    async stop() {
      await (await started)?.stop()
      started = undefined
    },
  }
}

function tabOf(session: string, site: string): Tab {
  const run: Tab['run'] = (script, ...words) =>
    send(session, 'POST', '/execute/sync', {
      script: `return (${script})(...arguments)`,
      args: words,
    })
  async function elementOf(selector: string): Promise<string> {
    const value = await resting({ run }, selector)
    const using = 'css selector'
    const element = await send<Record<string, string>>(session, 'POST', '/element', {
      using,
      value,
    })
    return element[elementKey] ?? ''
  }
  return {
    run,
    open: (path) => send(session, 'POST', '/url', { url: site + path }),
    reload: () => send(session, 'POST', '/refresh', {}),
    async click(selector) {
      await send(session, 'POST', `/element/${await elementOf(selector)}/click`, {})
    },
    async type(selector, text) {
      await send(session, 'POST', `/element/${await elementOf(selector)}/value`, { text })
    },
    async draw(selector, points) {
      const [left, top] = await run(
        (target) => {
          const { x, y } = document.querySelector(target)?.getBoundingClientRect() ?? { x: 0, y: 0 }
          return [x, y] as [number, number]
        },
        await resting({ run }, selector),
      )
      const moves = points.map(([x, y]: Point) => move(left + x, top + y))
      const actions = [
        ...moves.slice(0, 1),
        { type: 'pointerDown', button: 0 },
        ...moves.slice(1),
        { type: 'pointerUp', button: 0 },
      ]
      const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
      await send(session, 'POST', '/actions', { actions: [mouse] })
    },
    async size(width, height) {
      const frame = await run(() => [outerWidth - innerWidth, outerHeight - innerHeight])
      const [more = 0, higher = 0] = frame
      await send(session, 'POST', '/window/rect', { width: width + more, height: height + higher })
    },
    picture: async () => Buffer.from(await send<string>(session, 'GET', '/screenshot'), 'base64'),
  }
}

const move = (x: number, y: number) => ({
  type: 'pointerMove',
  duration: 20,
  x: Math.round(x),
  y: Math.round(y),
})

/** Milliseconds; the driver of WebKit sometimes never answers a command that a navigation overtook. */
const patience = 20_000

async function send<T>(base: string, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(base + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  }).catch((error) => {
    throw new DriverSilent(`${method} ${path}: ${error}`)
  })
  const { value } = (await answer.json()) as { value: T & { message?: string } }
  if (!answer.ok) throw new Error(`${method} ${path}: ${value?.message}`)
  return value
}
