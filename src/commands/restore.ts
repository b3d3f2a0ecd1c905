import { mkdirSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { takeLock } from '#db/lock.ts'
import type { Db } from '#db/open.ts'
import { checkCopy, replaceDatabase } from '#db/restore.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { currentWitness, databaseRestored } from '#src/domain/audit/witness.ts'
import { exactInstant } from '#src/domain/calendar.ts'
import { outliveSentCopy } from '#src/domain/maintenance/second-place.ts'
import type { Env } from '#src/env.ts'
import { nameOfTarget } from '#src/security/backup-target.ts'
import { hasKey } from '#src/security/keys.ts'
import { UsageError } from './command.ts'
import {
  type CommandContext,
  databaseOf,
  envOf,
  migrationsOf,
  type StandaloneCommand,
  withDatabase,
  withReadOnlyDatabase,
} from './command-context.ts'
import { fetchBackup, listBackups, withWayOut } from './second-place/fetch-backup.ts'
import { backupLocation, timeGiven } from './second-place/location.ts'
import { judgeWitnesses, witnessesGiven } from './witnesses.ts'

/** `restore`: replaces the database with a copy, while the server is stopped. */
export const restore: StandaloneCommand = {
  usage: [
    'restore FILE           replaces the database with a backup; the old one is kept',
    'restore LOCATION [--at TIME]  the same with the newest backup in a folder or in s3://bucket/prefix, made at TIME or before',
    'restore LOCATION --list       lists the backups there',
  ],
  async runAlone(context, terminal, args) {
    const { say } = terminal
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { at: { type: 'string' }, list: { type: 'boolean', default: false } },
    })
    const [given, ...rest] = positionals
    if (!given || rest.length > 0) throw new UsageError('restore takes one file or location')
    const env = envOf(context)
    const target = backupLocation(given)
    if (!target && (values.list || values.at !== undefined))
      throw new UsageError(`${given} is not a folder or s3://bucket/prefix`)
    if (target && values.list) return listBackups(env, target, terminal)
    if (!hasKey(env))
      throw new Error('Set APP_KEY or APP_KEY_FILE to the key that the backup was made with')
    const until = values.at === undefined ? context.now() : timeGiven(values.at, env.APP_TIMEZONE)
    mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
    const release = takeLock(env.DATA_DIR)
    let fetched: string | null = null
    try {
      if (target) fetched = await fetchBackup(env, target, until, terminal)
      const copy = fetched ?? given
      const chain = await checked(context, env, copy).catch((error) => {
        throw target ? withWayOut(error) : error
      })
      say(`It holds ${chain.holds}.`)
      for (const found of chain.breaks.slice(0, 10))
        say(`Note: in this copy ${describeBreak(found)}.`)
      const aside = await replaceDatabase(env.DATA_DIR, copy, context.now())
      withDatabase(env, (db, keys) => record({ db, keys, now: context.now }))
      outliveSentCopy(env)
      say(`${databaseOf(env)} is now ${fetched ? basename(copy, '.partial') : copy}.`)
      if (chain.broken > 0) say(`Note: ${chain.lines.join(' ')}`)
      if (aside) say(`What was there is kept as ${aside}.`)
      if (aside && chain.end)
        say(
          `The history of the copy ends at event ${chain.end.event}. Later witnesses hold in what was there, not here.`,
        )
      if (target)
        say(
          `What was signed after that comes back with "import ${nameOfTarget(target)}": run it now.`,
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

/** Throws unless the copy may replace the database; returns what its history says. */
async function checked(context: CommandContext, env: Env, copy: string) {
  await checkCopy(copy, migrationsOf(context))
  return withReadOnlyDatabase(env, copy, (db, keys) => ({
    ...verifyChain({ db, keys }),
    ...judgeWitnesses(db, witnessesGiven({}, copy), env.APP_TIMEZONE),
    end: currentWitness({ db, keys }),
    holds: contentOf(db, env.APP_TIMEZONE),
  }))
}

/** So that somebody sees when it is the backup of a server that was started on an empty folder. */
function contentOf({ sqlite }: Db, timezone: string): string {
  const count = Number(sqlite.prepare('select count(*) from applications').pluck().get())
  const last = sqlite.prepare<[], number>('select at from events order by seq desc limit 1')
  const at = last.pluck().get() as number | undefined
  const applications = count === 1 ? '1 application' : `${count} applications`
  return `${applications}, and ${at === undefined ? 'no event' : `its last event is of ${exactInstant(timezone, at)}`}`
}

/** An event in the history marks the restore. */
const record = (deps: Pick<Deps, 'db' | 'keys' | 'now'>) =>
  transact(deps, (deps) => recordEvent(deps, { kind: 'system' }, { action: databaseRestored }))
