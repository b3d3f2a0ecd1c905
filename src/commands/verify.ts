import { parseArgs } from 'node:util'
import { checkDatabase } from '#db/backup.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { UsageError } from './command.ts'
import {
  databaseOf,
  envOf,
  type StandaloneCommand,
  withReadOnlyDatabase,
} from './command-context.ts'

/** Every event may be broken, and nobody reads a list of a million. */
const mostNamed = 100

/** `verify`: is the database, or a copy of it, whole, and is its history the one that was written? */
export const verify: StandaloneCommand = {
  usage: ['verify [FILE]          checks the database, or a copy: pages, references, history'],
  async runAlone(context, { say }, args) {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    if (positionals.length > 1) throw new UsageError('verify takes one file at most')
    const env = envOf(context)
    const path = positionals[0] ?? databaseOf(env)
    await withReadOnlyDatabase(env, path, async (db, keys) => {
      await checkDatabase(path)
      say(`${path}: every page, index and reference is whole.`)
      const { breaks, events, erased } = verifyChain({ db, keys })
      for (const found of breaks.slice(0, mostNamed)) say(`${path}: ${describeBreak(found)}.`)
      if (breaks.length > mostNamed) say(`... and ${breaks.length - mostNamed} more.`)
      if (breaks.length > 0)
        throw new Error(`The history has been changed: ${breaks.length} faults.`)
      const gone = erased > 0 ? `; the values of ${erased} were erased` : ''
      say(`The history is intact: ${events} events${gone}.`)
    })
  },
}
