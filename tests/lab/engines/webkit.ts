import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../support/built-server.ts'
import { DriverSilent, type Engine, resting, type Tab, until } from './tab.ts'

/** WebKitGTK by plain WebDriver: one driver, and a session with a fresh profile for each journey. */
export function webkitEngine(): Engine {
  let started: ReturnType<typeof startDriver> | undefined
  return {
    name: 'WebKitGTK',
    async start(site, { hasScripts }) {
      started ??= startDriver()
      const { url } = await started
      const binary = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').sort().at(-1)
      const browser = { browserName: 'MiniBrowser' }
      // pages lose their scripts, and the driver keeps its own
      const args = ['--automation', `--enable-javascript-markup=${hasScripts}`]
      const options = { 'webkitgtk:browserOptions': { binary, args } }
      const { sessionId } = await send<{ sessionId: string }>(`${url}/session`, {
        capabilities: { alwaysMatch: { ...browser, ...options } },
      })
      const session = `${url}/session/${sessionId}`
      await send(`${session}/timeouts`, { script: 10_000, pageLoad: 15_000 })
      return {
        tab: tabOf(session, site, hasScripts),
        close: () => send(session, undefined, 'DELETE'),
      }
    },
    async stop() {
      await (await started)?.stop()
      started = undefined
    },
  }
}

function tabOf(session: string, site: string, hasScripts: boolean): Tab {
  const run: Tab['run'] = (script, ...args) =>
    send(`${session}/execute/sync`, { script: `return (${script})(...arguments)`, args })
  async function elementOf(selector: string): Promise<string> {
    const { target } = await resting({ run }, selector)
    const found = await send<object>(`${session}/element`, {
      using: 'css selector',
      value: target,
    })
    return `${session}/element/${Object.values(found)[0]}`
  }
  return {
    hasScripts,
    run,
    open: (path) => send(`${session}/url`, { url: site + path }),
    click: async (selector) => send(`${await elementOf(selector)}/click`, {}),
    // the driver selects what a field holds: End goes behind it
    type: async (selector, text) =>
      send(`${await elementOf(selector)}/value`, { text: `\uE010${text}` }),
    async draw(selector, points) {
      const { x: left, y: top } = await resting({ run }, selector)
      const [first, ...rest] = points.map(([x, y]) => ({
        type: 'pointerMove',
        duration: 20,
        x: Math.round(left + x),
        y: Math.round(top + y),
      }))
      const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
      const actions = [first, down, ...rest, up]
      const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
      await send(`${session}/actions`, { actions: [mouse] })
    },
  }
}

async function send<T>(url: string, body?: unknown, method = 'POST'): Promise<T> {
  const answer = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // the driver sometimes never answers a command that a navigation overtook
    signal: AbortSignal.timeout(20_000),
  }).catch((error) => {
    throw new DriverSilent(`${method} ${url}: ${error}`)
  })
  const { value } = (await answer.json()) as { value: T & { message?: string } }
  if (!answer.ok) throw new Error(`${method} ${url}: ${value?.message}`)
  return value
}

/** Starts a screen that nobody sees, and on it the driver. */
async function startDriver() {
  const home = mkdtempSync(join(tmpdir(), 'webkit-'))
  // GTK would not make the window as narrow as the screen.
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), '* { min-width: 0; padding: 0; margin: 0; }')
  // On a screen as small as this the pointer is always over the window, which so has the focus.
  const screen = ['-displayfd', '3', '-screen', '0', '320x320x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const pipe = display.stdio[3] as NodeJS.ReadableStream
  const [number] = await once(createInterface({ input: pipe }), 'line')
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_RUNTIME_DIR: home,
      DISPLAY: `:${number}`,
      LANG: 'en_GB.UTF-8',
      NO_AT_BRIDGE: '1',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await until('the driver of WebKit', () => fetch(`${url}/status`))
  return {
    url,
    async stop() {
      for (const child of [driver, display]) {
        const gone = once(child, 'exit')
        if (child.kill()) await gone
      }
      rmSync(home, { recursive: true, force: true })
    },
  }
}
