import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../support/built-server.ts'

/** Where the programs are. */
export type WebKitPrograms = { driver: string; browser: string; screen: string }

/** Starts a screen that nobody sees, and on it the driver; `url` is where the driver listens. */
export async function startWebKit({ driver, screen }: WebKitPrograms) {
  const home = mkdtempSync(join(tmpdir(), 'webkit-'))
  // GTK would not make the window as narrow as a phone.
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), '* { min-width: 0; padding: 0; margin: 0; }')
  // On a screen as small as this the pointer is always over the window, which so has the focus.
  const display = spawn(
    screen,
    ['-displayfd', '3', '-screen', '0', '320x320x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const number = await firstLine(display)
  const port = await freePort()
  const process = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: globalThis.process.env.PATH,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_RUNTIME_DIR: home,
      DISPLAY: `:${number}`,
      LANG: 'en_GB.UTF-8',
      NO_AT_BRIDGE: '1',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await listening(url)
  return {
    url,
    async stop() {
      await end(process)
      await end(display)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  const pipe = child.stdio[3] as NodeJS.ReadableStream
  const [line] = await once(createInterface({ input: pipe }), 'line')
  return String(line)
}

async function listening(url: string) {
  for (let tries = 0; tries < 200; tries++) {
    if (await fetch(`${url}/status`).catch(() => null)) return
    await new Promise((later) => setTimeout(later, 50))
  }
  throw new Error('The driver of WebKit did not answer within 10 seconds')
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
