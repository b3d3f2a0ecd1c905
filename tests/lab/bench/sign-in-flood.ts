import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { median, rounds, share } from './rounds.ts'
import type { Measure } from './table.ts'
import { visitedFolder } from './visited-folder.ts'
import { healthUntil, post, serveWatched } from './watched-server.ts'

const seconds = 2
const people = 20

/** Twenty at once who guess passwords without a pause, every guess hashed: the main loop's gap, and health meanwhile. */
export async function measureSignInFlood(): Promise<Measure[]> {
  const { folder } = await visitedFolder()
  const server = await serveWatched(folder)
  const figures: { gap: number; calm: number; meanwhile: number; guesses: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const calm = share(await healthUntil(server.url, pause(1000)), 0.99)
    await server.longestGap()
    const until = performance.now() + 1000 * seconds
    const guessing = Promise.all(Array.from({ length: people }, () => guess(server.url, until)))
    const meanwhile = share(await healthUntil(server.url, guessing), 0.99)
    const guesses = (await guessing).reduce((all, one) => all + one, 0)
    figures.push({ gap: await server.longestGap(), calm, meanwhile, guesses })
  }
  await server.stop()
  rmSync(folder, { recursive: true })
  const mid = (of: (round: (typeof figures)[number]) => number) => median(figures.map(of))
  return [
    {
      what: 'main loop, longest gap in a sign-in flood',
      value: mid(({ gap }) => gap),
      unit: 'ms',
      goal: { atMost: 20 },
      beside: `${Math.round(mid(({ guesses }) => guesses) / seconds)} guesses a second; worst round ${Math.max(...figures.map(({ gap }) => gap)).toFixed(1)} ms`,
    },
    {
      what: 'health answers meanwhile, p99',
      value: mid(({ meanwhile }) => meanwhile),
      unit: 'ms',
      beside: `calm ${mid(({ calm }) => calm).toFixed(2)} ms`,
    },
  ]
}

async function guess(url: string, until: number): Promise<number> {
  let guesses = 0
  for (; performance.now() < until; guesses++) {
    const status = await post(`${url}/api/admin/login`, {
      username: 'benchmark',
      password: `not the password ${guesses}`,
    })
    if (status !== 401) throw new Error(`A guess was answered ${status}`)
  }
  return guesses
}
