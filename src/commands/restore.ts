import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { takeLock } from '#db/lock.ts'
import { checkCopy, replaceDatabase } from '#db/restore.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { currentWitness, databaseRestored } from '#src/domain/audit/witness.ts'
import { fetchCopy } from '#src/domain/backup-target/fetch.ts'
import { backupsOf } from '#src/domain/maintenance/backup-age.ts'
import { placeOptions } from '#src/domain/maintenance/second-place.ts'
import type { Env } from '#src/env.ts'
import { nameOfTarget } from '#src/security/backup-target.ts'
import { type Terminal, UsageError } from './command.ts'
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
  usage: [
    'restore FILE           replaces the database with a backup; the old one is kept',
    'restore --second-place [NAME]  the same with the newest copy of the second place, or a named one',
  ],
  async runAlone(context, terminal, args) {
    const { say } = terminal
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'second-place': { type: 'boolean' } },
    })
    const [given = null, ...rest] = positionals
    const isFar = values['second-place'] === true
    if ((!given && !isFar) || rest.length > 0) throw new UsageError('restore takes one file')
    const env = envOf(context)
    mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
    const release = takeLock(env.DATA_DIR)
    let fetched: string | null = null
    try {
      if (isFar) fetched = await fetchFrom(env, terminal, given)
      const copy = fetched ?? given ?? ''
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
      say(`${databaseOf(env)} is now ${fetched ? basename(copy, '.partial') : copy}.`)
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
      if (fetched) rmSync(fetched, { force: true })
      release()
    }
  },
}

/** Brings a copy from the second place, decrypted, beside the local ones. Returns its path. */
async function fetchFrom(env: Env, { say, askSecret }: Terminal, name: string | null) {
  const { BACKUP_TARGET, BACKUP_IDENTITY_FILE } = env
  if (!BACKUP_TARGET) throw new Error('BACKUP_TARGET is not set')
  const folder = backupsOf(env)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fetched = await fetchCopy(placeOptions(env, BACKUP_TARGET), {
    name,
    folder,
    askIdentity: async () =>
      BACKUP_IDENTITY_FILE
        ? readFileSync(BACKUP_IDENTITY_FILE, 'utf8')
        : askSecret('Private key of the backups (AGE-SECRET-KEY-1...): '),
  })
  say(`${fetched.name} is fetched from ${nameOfTarget(BACKUP_TARGET)} and opened.`)
  return fetched.path
}

/** An event in the history marks the restore. */
const record = (deps: Pick<Deps, 'db' | 'keys' | 'now'>) =>
  transact(deps, (deps) => recordEvent(deps, { kind: 'system' }, { action: databaseRestored }))
