import { resolve } from 'node:path'
import type { Command, StandaloneCommand } from '#src/commands/command.ts'
import { keyRing } from '#src/security/keys.ts'
import { type TestApp, testApp } from './app/test-app.ts'

/** A terminal that answers every question with one secret; `lines` is what was said on it. */
export function terminalOf(secret = '') {
  const lines: string[] = []
  return { lines, say: (line: string) => void lines.push(line), askSecret: async () => secret }
}

/** Runs a command on the database of an app; returns what it says. */
export async function run({ deps }: TestApp, command: Command, ...args: string[]) {
  const terminal = terminalOf()
  await command.run(deps, terminal, args)
  return terminal.lines
}

/** Runs a command that opens its data itself, in an environment; returns what it says, and the error it ends with. */
export async function runAlone(
  command: StandaloneCommand,
  source: Record<string, string>,
  args: string[] = [],
  now: () => number = Date.now,
) {
  const terminal = terminalOf()
  let error: unknown = null
  try {
    await command.runAlone({ source, built: resolve('db'), now }, terminal, args)
  } catch (thrown) {
    error = thrown
  }
  return { lines: terminal.lines, said: terminal.lines.join('\n'), error }
}

const key = Buffer.alloc(32, 7)

/** An app with the key that `runBeside` gives to commands. */
export const keyedApp = () => testApp({ deps: { keys: keyRing([key]) } })

/** Runs a command as a process beside the server does: on the app's folder, by the app's clock. */
export const runBeside = ({ deps }: TestApp, command: StandaloneCommand, ...args: string[]) =>
  runAlone(command, environmentOf(deps.env.DATA_DIR), args, deps.now)

export const environmentOf = (DATA_DIR: string) => ({ DATA_DIR, APP_KEY: key.toString('base64') })
