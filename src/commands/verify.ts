import { parseArgs } from 'node:util'
import { checkDatabase } from '#db/backup.ts'
import { verifyChain } from '#src/domain/audit-chain.ts'
import { UsageError } from './command.ts'
import { databaseOf, envAt, look, type PlaceCommand } from './place.ts'

/** `verify`: is the database, or a copy of it, whole, and is its history the one that was written? */
export const verify: PlaceCommand = {
  usage: ['verify [FILE]          checks the database, or a copy: pages, references, history'],
  async runAt(place, { say }, args) {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    if (positionals.length > 1) throw new UsageError('verify takes one file at most')
    const env = envAt(place)
    const path = positionals[0] ?? databaseOf(env)
    await look(env, path, async (db, keys) => {
      await checkDatabase(path)
      say(`${path}: every page, index and reference is whole.`)
      const chain = verifyChain({ db, keys })
      if (!chain.ok) throw new Error(`${path}: event ${chain.seq} ${chain.why}.`)
      const erased = chain.erased > 0 ? `; the values of ${chain.erased} were erased` : ''
      say(`The history is as it was written: ${chain.events} events${erased}.`)
    })
  },
}
