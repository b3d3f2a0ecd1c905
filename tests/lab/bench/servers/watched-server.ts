import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { benchKey } from '../data/bench-deps.ts'
import { serve } from './served.ts'

export type Answered = { status: number; ms: number }

/** The built server, free to use both cores, with a watch on its main loop. */
export async function serveWatched(folder: string) {
  const gapFile = join(folder, 'loop-gap')
  const preload = pathToFileURL(resolve('dist/bench/loop-gap.js')).href
  const env = { DATA_DIR: folder, APP_KEY: benchKey, LOOP_GAP_FILE: gapFile }
  const served = await serve(['--import', preload, 'dist/server.js'], env, 'all')
  return {
    ...served,
    /** The main loop's longest gap since this was asked last, in ms. */
    async longestGap(): Promise<number> {
      rmSync(gapFile, { force: true })
      process.kill(served.pid, 'SIGUSR2')
      while (!existsSync(gapFile) || readFileSync(gapFile, 'utf8') === '') await pause(1)
      return Number(readFileSync(gapFile, 'utf8'))
    },
  }
}

const agent = new Agent({ keepAlive: true })

/** One GET over a connection that is kept, and how long its whole answer took. */
export function ask(url: string, cookie = ''): Promise<Answered> {
  const started = performance.now()
  return new Promise((done, failed) => {
    get(url, { agent, headers: { cookie } }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, ms: performance.now() - started }),
      )
    }).on('error', failed)
  })
}

/** Health answers one after the other until `end` settles, in ms. */
export async function healthUntil(url: string, end: Promise<unknown>): Promise<number[]> {
  let going = true
  end.finally(() => {
    going = false
  })
  const took: number[] = []
  while (going) {
    took.push((await ask(`${url}/api/health`)).ms)
    await pause(1)
  }
  return took
}
