import type { Deps } from '#src/deps.ts'

/** What a command works with: the database beside a server that may be running, or alone. */
export type Store = Pick<Deps, 'db' | 'keys' | 'env' | 'now' | 'passwords'>

/** Where a command speaks and listens; tests give their own. */
export type Terminal = {
  say: (line: string) => void
  /** One line from the prompt, unseen, or from what was piped in. */
  askSecret: (question: string) => Promise<string>
}

/** One word of the command line and what follows it. Throws with words for the operator. */
export type Command = {
  usage: readonly string[]
  run: (store: Store, terminal: Terminal, args: string[]) => Promise<void> | void
}

/** A command line that is not understood: the usage is printed. */
export class UsageError extends Error {}
