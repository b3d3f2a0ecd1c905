import type { Store } from '#src/deps.ts'

/** A command's terminal; tests pass their own. */
export type Terminal = {
  say: (line: string) => void
  /** One line from a hidden prompt, or from a pipe. */
  askSecret: (question: string) => Promise<string>
}

/** A command and its arguments. Throws with words for the operator. */
export type Command = {
  usage: readonly string[]
  run: (store: Store, terminal: Terminal, args: string[]) => Promise<void> | void
}

/** A command line that is not understood: the usage is printed. */
export class UsageError extends Error {}

/** Runs work until it ends, or somebody presses Ctrl-C, or the server that began this process ends. */
export async function untilStopped<T>(work: (stopping: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const signals = ['SIGINT', 'SIGTERM', 'disconnect'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    return await work(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) throw new Error('Stopped before it was done.')
    throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}
