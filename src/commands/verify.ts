import { parseArgs } from 'node:util'
import { checkDatabase, checkManifest } from '#db/copies.ts'
import { closeDatabase, openDatabase, patience } from '#db/open.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { checkWhole, keepHistoryCheck } from '#src/domain/maintenance/history-check.ts'
import type { Env } from '#src/env.ts'
import { UsageError } from './command.ts'
import {
  type CommandContext,
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
    '       --keep               keeps the result for the dashboard and "doctor" instead of printing it',
  ],
  async runAlone(context, { say }, args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        witness: { type: 'string', multiple: true },
        keep: { type: 'boolean' },
      },
    })
    if (positionals.length > 1) throw new UsageError('verify takes one file at most')
    const env = envOf(context)
    if (values.keep) return keepCheck(env, context)
    const path = positionals[0] ?? databaseOf(env)
    const witnesses = witnessesGiven(values.witness, path)
    await withReadOnlyDatabase(env, context, path, async (store) => {
      await checkManifest(path)
      await checkDatabase(path)
      say(`${path}: every page, index and reference is whole.`)
      const { breaks, events, erased } = verifyChain(store)
      for (const found of breaks.slice(0, mostNamed)) say(`${path}: ${describeBreak(found)}.`)
      if (breaks.length > mostNamed) say(`... and ${breaks.length - mostNamed} more.`)
      const { lines, broken } = judgeWitnesses(store.db, witnesses, env.APP_TIMEZONE)
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

/** What the server runs every night. */
async function keepCheck(env: Env, context: CommandContext) {
  const path = databaseOf(env)
  const check = await withReadOnlyDatabase(env, context, path, checkWhole)
  const db = openDatabase(path, patience)
  try {
    keepHistoryCheck(db, check)
  } finally {
    closeDatabase(db)
  }
}
