import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { takeLock } from '#db/lock.ts'
import { migrateDatabase } from '#db/migrate.ts'
import type { Db } from '#db/open.ts'
import { refuseWithoutRights } from '#db/owner.ts'
import { checkCopy, replaceDatabase } from '#db/restore.ts'
import { transact } from '#db/transaction.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { currentWitness } from '#src/domain/audit/witness.ts'
import { onRepository } from '#src/domain/backup/off-site.ts'
import {
  copyName,
  installationTag,
  listSnapshots,
  offSiteFolder,
  repositoryName,
  restoreSnapshot,
  type Snapshot,
  unlock,
} from '#src/domain/backup/restic.ts'
import { exactInstant } from '#src/domain/calendar.ts'
import { listApiKeys } from '#src/domain/integrations/api-keys.ts'
import { createStore } from '#src/domain/maintenance/data-folder.ts'
import { endAllAccess } from '#src/domain/maintenance/revoked-sessions.ts'
import type { Env } from '#src/env.ts'
import { hasKey, keyless, loadKeys } from '#src/security/keys.ts'
import {
  type CommandContext,
  databaseOf,
  envOf,
  migrationsOf,
  ownerEnv,
  type StandaloneCommand,
  type Terminal,
  UsageError,
  untilStopped,
  withReadOnlyDatabase,
} from './command.ts'
import { judgeWitnesses, witnessesFor } from './verify.ts'

export const restore: StandaloneCommand = {
  usage: [
    'restore [--at TIME]    replaces the database with the newest off-site backup, or the newest one made by TIME',
    'restore --list         lists the off-site backups',
    '        --installation ID    uses the backups of one installation, if the repository has several',
    'restore FILE           replaces the database with a copy; the old database is kept',
  ],
  async runAlone(context, terminal, args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        at: { type: 'string' },
        installation: { type: 'string' },
        list: { type: 'boolean' },
      },
    })
    const [file, ...rest] = positionals
    if (rest.length > 0 || (file && Object.keys(values).length > 0))
      throw new UsageError('restore takes one file, or options for an off-site backup')
    const env = ownerEnv(envOf(context))
    if (!file && !env.BACKUP_REPOSITORY)
      throw new UsageError('BACKUP_REPOSITORY is not set: give the file of a copy')
    if (values.list)
      return untilStopped((stopping) => list(env, terminal, values.installation, stopping))
    if (!hasKey(env)) throw new Error(keyless)
    const until = values.at === undefined ? context.now() : timeOf(values.at)
    mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
    refuseWithoutRights(env.DATA_DIR)
    const release = takeLock(env.DATA_DIR)
    try {
      if (file) return await replaceWith(context, env, terminal, file)
      await untilStopped((stopping) =>
        onRepository(env, async () => {
          await unlock(env, stopping)
          const all = await listSnapshots(env, stopping)
          const snapshot = await chooseSnapshot(context, env, all, until, values.installation)
          terminal.say(`Fetching ${lineOf(env, snapshot)}`)
          const folder = join(offSiteFolder(env), 'restored')
          await restoreSnapshot(env, snapshot.id, folder, stopping)
          await replaceWith(context, env, terminal, join(folder, copyName)).catch((error) => {
            throw new Error(
              `${error.message}\nNothing was replaced. --list shows every backup, and --at TIME uses an earlier one.`,
            )
          })
        }),
      )
    } finally {
      release()
    }
  },
}

async function list(
  env: Env,
  { say }: Terminal,
  wanted: string | undefined,
  stopping: AbortSignal,
) {
  const all = await listSnapshots(env, stopping)
  const snapshots = all.filter(({ installation }) => !wanted || installation === wanted)
  for (const snapshot of snapshots) say(lineOf(env, snapshot))
  const { length } = snapshots
  say(`${length} ${length === 1 ? 'backup is' : 'backups are'} in ${repositoryName(env)}.`)
}

const lineOf = ({ APP_TIMEZONE }: Env, { id, madeAt, installation, event }: Snapshot) =>
  [
    `${new Date(madeAt).toISOString().slice(0, 19)}Z`,
    exactInstant(APP_TIMEZONE, madeAt),
    id.slice(0, 8),
    ...(event ? [`event ${event}`] : []),
    `installation ${installation ?? 'unknown'}`,
  ].join('  ')

/** Chooses the newest backup before an instant: of the named installation, else of this one, else of the only one. */
async function chooseSnapshot(
  context: CommandContext,
  env: Env,
  all: Snapshot[],
  until: number,
  wanted: string | undefined,
): Promise<Snapshot> {
  const installations = new Set(all.flatMap(({ installation }) => installation ?? []))
  const here = await ownTag(context, env)
  const [only, ...others] = installations
  const installation = wanted ?? (here && installations.has(here) ? here : only)
  if (!wanted && installation !== here && others.length > 0)
    throw new Error(
      `${repositoryName(env)} holds backups of ${installations.size} installations. "restore --list" shows them: choose one with --installation ID`,
    )
  const candidates = all.filter((snapshot) => snapshot.installation === installation)
  const newest = candidates.findLast(({ madeAt }) => madeAt <= until)
  if (newest) return newest
  const [oldest] = candidates
  throw new Error(
    oldest
      ? `There is no backup from ${exactInstant(env.APP_TIMEZONE, until)} or earlier; the oldest was made on ${exactInstant(env.APP_TIMEZONE, oldest.madeAt)}`
      : `There is no backup${wanted ? ` of installation ${wanted}` : ''} in ${repositoryName(env)}`,
  )
}

const ownTag = (context: CommandContext, env: Env): Promise<string | null> =>
  withReadOnlyDatabase(env, context, databaseOf(env), installationTag).catch(() => null)

async function replaceWith(context: CommandContext, env: Env, { say }: Terminal, copy: string) {
  const chain = await checkHistory(context, env, copy)
  say(`It contains ${chain.holds}.`)
  for (const chainBreak of chain.breaks.slice(0, 10))
    say(`Note: in this copy ${describeBreak(chainBreak)}.`)
  const { keys } = loadKeys(env)
  const { now } = context
  let apiKeys: ReturnType<typeof listApiKeys> = []
  const oldPath = await replaceDatabase(env.DATA_DIR, copy, now(), (db) => {
    migrateDatabase(db, migrationsOf(context))
    transact(createStore(env, db, keys, now), (tx) => {
      endAllAccess(tx)
      recordEvent(tx, { kind: 'system' }, { action: 'database restored' })
      apiKeys = listApiKeys(tx)
    })
  })
  say(`${databaseOf(env)} was restored.`)
  if (chain.broken > 0) say(`Note: ${chain.lines.join(' ')}`)
  if (oldPath) say(`The old database is kept as ${oldPath}.`)
  if (oldPath && chain.end)
    say(
      `The history of the copy ends at event ${chain.end.event}. Later witnesses match the old database, not this one.`,
    )
  say('All sessions and links have ended: people have to sign in again and ask for new links.')
  if (apiKeys.length > 0)
    say('These API keys work again. Revoke any that were revoked after the backup:')
  for (const { name, beginning, createdAt, createdBy } of apiKeys)
    say(`  ${beginning}...  ${name}, created on ${createdAt.slice(0, 10)} by ${createdBy}`)
  say('Start the server.')
}

async function checkHistory(context: CommandContext, env: Env, copy: string) {
  await checkCopy(copy, migrationsOf(context))
  return withReadOnlyDatabase(env, context, copy, (store) => ({
    ...verifyChain(store),
    ...judgeWitnesses(store.db, witnessesFor([], copy), env.APP_TIMEZONE),
    end: currentWitness(store),
    holds: contentOf(store.db, env.APP_TIMEZONE),
  }))
}

/** Describes the backup, so that the backup of a server that was started on an empty folder is recognised. */
function contentOf({ sqlite }: Db, timezone: string): string {
  const count = Number(sqlite.prepare('select count(*) from applications').pluck().get())
  const last = sqlite.prepare<[], number>('select at from events order by seq desc limit 1')
  const at = last.pluck().get() as number | undefined
  const applications = count === 1 ? '1 application' : `${count} applications`
  return `${applications}, and ${at === undefined ? 'no event' : `its last event is from ${exactInstant(timezone, at)}`}`
}

function timeOf(text: string): number {
  const at = /T.+(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new UsageError(`"${text}" is not a time such as 2026-11-20T10:00:00Z`)
  return at
}
