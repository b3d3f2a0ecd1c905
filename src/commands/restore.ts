import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { takeLock } from '#db/lock.ts'
import { checkCopy, replaceDatabase } from '#db/restore.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { currentWitness, databaseRestored } from '#src/domain/audit/witness.ts'
import { UsageError } from './command.ts'
import {
  databaseOf,
  envOf,
  migrationsOf,
  type StandaloneCommand,
  withDatabase,
  withReadOnlyDatabase,
} from './command-context.ts'
import { judgeWitnesses, witnessesGiven } from './witnesses.ts'

/** `restore`: replaces the database with a copy, while the server is stopped. */
export const restore: StandaloneCommand = {
  usage: ['restore FILE           replaces the database with a backup; the old one is kept'],
  async runAlone(context, { say }, args) {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    const [copy, ...rest] = positionals
    if (!copy || rest.length > 0) throw new UsageError('restore takes one file')
    const env = envOf(context)
    mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
    const release = takeLock(env.DATA_DIR)
    try {
      await checkCopy(copy, migrationsOf(context))
      const chain = await withReadOnlyDatabase(env, copy, (db, keys) => ({
        ...verifyChain({ db, keys }),
        ...judgeWitnesses(db, witnessesGiven({}, copy), env.APP_TIMEZONE),
        end: currentWitness({ db, keys }),
      }))
      for (const found of chain.breaks.slice(0, 10))
        say(`Note: in this copy ${describeBreak(found)}.`)
      const aside = await replaceDatabase(env.DATA_DIR, copy, context.now())
      withDatabase(env, (db, keys) => record({ db, keys, now: context.now }))
      say(`${databaseOf(env)} is now ${copy}.`)
      if (chain.broken > 0) say(`Note: ${chain.lines.join(' ')}`)
      if (aside) say(`What was there is kept as ${aside}.`)
      if (aside && chain.end)
        say(
          `The history of the copy ends at event ${chain.end.event}. Later witnesses hold in what was there, not here.`,
        )
      say(
        'Sessions and API keys are as they were then: "sessions revoke --all" signs everybody out, and keys are revoked under Integrations. Start the server.',
      )
    } finally {
      release()
    }
  },
}

/** An event in the history marks the restore. */
const record = (deps: Pick<Deps, 'db' | 'keys' | 'now'>) =>
  transact(deps, (deps) => recordEvent(deps, { kind: 'system' }, { action: databaseRestored }))
