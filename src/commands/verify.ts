import { parseArgs } from 'node:util'
import { checkDatabase } from '#db/backup.ts'
import { checkManifest } from '#db/copy-manifest.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { UsageError } from './command.ts'
import {
  databaseOf,
  envOf,
  type StandaloneCommand,
  withReadOnlyDatabase,
} from './command-context.ts'
import { judgeWitnesses, witnessesGiven } from './witnesses.ts'

/** Every event may be broken, and nobody reads a list of a million. */
const mostNamed = 100

/** `verify`: is the database, or a copy of it, whole, and is its history the one that was written? */
export const verify: StandaloneCommand = {
  usage: [
    'verify [FILE]          checks the database, or a copy: pages, references, history',
    '       --witness N:HASH     and that the history still holds this witness; may be repeated',
    '       --witnesses FILE     and each witness in a file, such as a saved email; may be repeated',
  ],
  async runAlone(context, { say }, args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        witness: { type: 'string', multiple: true },
        witnesses: { type: 'string', multiple: true },
      },
    })
    if (positionals.length > 1) throw new UsageError('verify takes one file at most')
    const env = envOf(context)
    const path = positionals[0] ?? databaseOf(env)
    const witnesses = witnessesGiven(values, path)
    await withReadOnlyDatabase(env, path, async (db, keys) => {
      await checkManifest(path)
      await checkDatabase(path)
      say(`${path}: every page, index and reference is whole.`)
      const { breaks, events, erased } = verifyChain({ db, keys })
      for (const found of breaks.slice(0, mostNamed)) say(`${path}: ${describeBreak(found)}.`)
      if (breaks.length > mostNamed) say(`... and ${breaks.length - mostNamed} more.`)
      const { lines, broken } = judgeWitnesses(db, witnesses, env.APP_TIMEZONE)
      for (const line of lines) say(line)
      const faults = breaks.length + broken
      if (faults > 0)
        throw new Error(
          `The history has been changed: ${faults} ${faults === 1 ? 'fault' : 'faults'}.`,
        )
      const gone = erased > 0 ? `; the values of ${erased} were erased` : ''
      say(`The history is intact: ${events} events${gone}.`)
    })
  },
}
