import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** How a process ended: its status, everything it said, and after how many milliseconds. */
export type Ended = { code: number | null; words: string; ms: number }

/**
 * Runs a built program (`dist/server.js`, `dist/cli.js`) to its end, with nothing of this process's environment; as another
 * user where root runs the test.
 */
export async function runToEnd(
  args: string[],
  env: Record<string, string>,
  { node = process.execPath, user }: { node?: string; user?: number } = {},
): Promise<Ended> {
  const started = performance.now()
  const child = start(args, env, node, user)
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => {
      words += String(part)
    })
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(late)
  return { code, words, ms: performance.now() - started }
}

function start(
  args: string[],
  env: Record<string, string>,
  node: string,
  user?: number,
): ChildProcess {
  return spawn(node, args, {
    env: { PATH: process.env.PATH, RATE_LIMIT_FACTOR: '1000', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  })
}
