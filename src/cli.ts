import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { admin } from './commands/admin.ts'
import { backup, drill } from './commands/backup.ts'
import type { StandaloneCommand } from './commands/command.ts'
import { type Command, terminal, UsageError, withStore } from './commands/command.ts'
import { doctor } from './commands/doctor.ts'
import { keys } from './commands/keys.ts'
import { person } from './commands/person.ts'
import { restore } from './commands/restore.ts'
import { task } from './commands/task.ts'
import { verify } from './commands/verify.ts'
import { verifyDocument } from './commands/verify-document.ts'
import { envOrExit, startFault } from './start.ts'

const commands: Record<string, Command | StandaloneCommand> = {
  admin,
  backup,
  restore,
  drill,
  verify,
  'verify-document': verifyDocument,
  keys,
  doctor,
  person,
  task,
}

// the reader of a pipe may stop early, as "| head" does
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(1)
  throw error
})

const [word = '', ...args] = process.argv.slice(2)
process.exitCode = await run(word, args)

/** Returns the exit code: 0 done, 1 refused, 64 not understood (sysexits). */
async function run(word: string, args: string[]): Promise<number> {
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined
  if (!command) {
    const isAsked = ['', 'help', '--help', '-h'].includes(word)
    return help(isAsked ? '' : `There is no command "${word}"`)
  }
  const built = dirname(fileURLToPath(import.meta.url))
  const context = { source: process.env, built, now: Date.now }
  try {
    if ('runAlone' in command) await command.runAlone(context, terminal, args)
    else
      await withStore(envOrExit(process.env), context, (store) =>
        command.run(store, terminal, args),
      )
    return 0
  } catch (error) {
    if (error instanceof UsageError || isArgumentError(error)) return help(String(error.message))
    process.stderr.write(`${startFault(error)}\n`)
    return 1
  }
}

function help(fault: string): number {
  const usage = Object.values(commands).flatMap((command) => command.usage)
  const out = fault ? process.stderr : process.stdout
  out.write(`${fault ? `${fault}\n` : ''}Commands:\n  ${usage.join('\n  ')}\n`)
  return fault ? 64 : 0
}

// this has to be a declaration, because the line at the top runs before a constant here gets its value
function isArgumentError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  )
}
