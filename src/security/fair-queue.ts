export class QueueFull extends Error {}

type Waiter = { start: () => void; refuse: (reason: QueueFull) => void }

/**
 * Runs `atOnce` tasks while at most `mostWaiting` tasks wait. Origins take turns. In a full queue, a newcomer
 * replaces the last task of the largest origin. Throws `QueueFull`.
 */
export function fairQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  /** Sorted by whose turn it is. */
  const lines = new Map<string, Waiter[]>()
  let running = 0

  return async function inTurn<T>(origin: string, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else await waitForTurn(origin)
    try {
      return await work()
    } finally {
      startNext()
    }
  }

  function waitForTurn(origin: string): Promise<void> {
    const line = lines.get(origin) ?? []
    if ([...lines.values()].flat().length >= mostWaiting) makeRoom(line.length)
    return new Promise((start, refuse) => {
      line.push({ start, refuse })
      lines.set(origin, line)
    })
  }

  function makeRoom(ownLength: number) {
    const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a))
    if (longest.length <= ownLength + 1) throw new QueueFull()
    longest.pop()?.refuse(new QueueFull())
  }

  function startNext() {
    const [turn] = lines
    if (!turn) {
      running -= 1
      return
    }
    const [origin, line] = turn
    lines.delete(origin)
    const first = line.shift()
    if (line.length > 0) lines.set(origin, line)
    first?.start()
  }
}
