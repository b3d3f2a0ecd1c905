import type { Deps } from '#src/deps.ts'

/** What a command works with: the database beside a server that may be running, or alone. */
export type Store = Pick<Deps, 'db' | 'keys' | 'env' | 'now' | 'passwords'>

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
