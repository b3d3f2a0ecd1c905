import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { backupDatabase } from '#db/copies.ts'
import { type CheckCopy, runDrill } from '#src/domain/backup/drill.ts'
import { backupsOf } from '#src/domain/backup/local-copies.ts'
import { backUpOffSite } from '#src/domain/backup/off-site.ts'
import { repositoryName } from '#src/domain/backup/restic.ts'
import type { TriedBackup } from '#src/domain/backup/state.ts'
import { exactInstant } from '#src/domain/calendar.ts'
import { checkContent } from '#src/domain/maintenance/history-check.ts'
import { errorMessage } from '#src/domain/refusal.ts'
import type { Env } from '#src/env.ts'
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
  withStore,
} from './command.ts'

export const backup: StandaloneCommand = {
  usage: [
    'backup [FOLDER]        copies and checks the database, into the backups or another folder, and off the machine',
    '       --other-repository    continues with a different repository, or a new one',
  ],
  async runAlone(context, { say }, args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'other-repository': { type: 'boolean' } },
    })
    if (positionals.length > 1) throw new UsageError('backup takes one folder at most')
    const env = envOf(context)
    const folder = positionals[0] ?? backupsOf(env)
    await copyInto(context, isWithin(env.DATA_DIR, folder) ? ownerEnv(env) : env, folder, say)
    if (env.BACKUP_REPOSITORY) await sendOff(context, env, values['other-repository'] ?? false, say)
  },
}

/** Returns whether the path is inside the folder. A copy outside the data folder belongs to the user who makes it. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(resolve(folder), resolve(path))
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

export const checkBy =
  (context: CommandContext): CheckCopy =>
  (copy) =>
    checkContent(copy, migrationsOf(context))

async function copyInto(context: CommandContext, env: Env, folder: string, say: Terminal['say']) {
  const copy = await withReadOnlyDatabase(env, context, databaseOf(env), ({ db }) =>
    backupDatabase(db, folder, context.now()),
  )
  say(`Copied to ${copy}; its pages, references and SHA-256 are checked.`)
  const keyFile = [env.DATA_DIR, folder].map((at) => resolve(at, 'app.key')).find(existsSync)
  say(
    keyFile
      ? `The key is on the same volume (${keyFile}). Anybody who takes both can read every secret: move it away and set APP_KEY_FILE.`
      : 'The copy only opens with the current key. Keep the key, but keep it apart from the copy.',
  )
}

async function sendOff(context: CommandContext, env: Env, isOther: boolean, say: Terminal['say']) {
  const { sent: snapshot } = await withStore(env, context, (store) =>
    untilStopped((stopping) => backUpOffSite(store, stopping, { isOther })),
  ).catch((error) => {
    throw new Error(`The copy was made, but the off-site backup failed: ${errorMessage(error)}`)
  })
  say(
    `Backup ${snapshot.id.slice(0, 8)} is in ${repositoryName(env)}; ${snapshot.bytes} bytes were new.`,
  )
}

export const drill: StandaloneCommand = {
  usage: [
    'drill                  fetches the newest and the oldest off-site backup and checks them as verify does; replaces nothing',
  ],
  async runAlone(context, { say }, args) {
    if (args.length > 0) throw new UsageError('drill takes no arguments')
    const env = envOf(context)
    if (!env.BACKUP_REPOSITORY) throw new Error('BACKUP_REPOSITORY is not set')
    if (!existsSync(databaseOf(env)))
      throw new Error(`There is no ${databaseOf(env)}. To bring one back, use restore`)
    const { backups, took } = await withStore(env, context, (store) =>
      untilStopped((stopping) => runDrill(store, checkBy(context), stopping)),
    )
    for (const tried of backups)
      say(
        `Backup ${tried.id.slice(0, 8)} of ${exactInstant(env.APP_TIMEZONE, tried.madeAt)} opens: ${tried.bytes} bytes, every page is sound; ${contentWords(tried)}.`,
      )
    say(`The drill succeeded, in ${repositoryName(env)}, after ${(took / 1000).toFixed(1)} s.`)
  },
}

function contentWords({ events, documents }: TriedBackup): string {
  if (events === null)
    return 'it was made before the key was changed, so its history needs the earlier key'
  if (documents === null)
    return `its ${events} events are intact, and its documents are from an earlier version and were not compared`
  return `its ${events} events are intact, and its ${documents} documents agree with them`
}
