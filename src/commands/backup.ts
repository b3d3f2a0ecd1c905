import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backupDatabase, copying } from '#db/backup.ts'
import { judgeClock } from '#src/domain/maintenance/clock.ts'
import { sendToSecondPlace } from '#src/domain/maintenance/send-to-second-place.ts'
import type { Env } from '#src/env.ts'
import { nameOfTarget } from '#src/security/backup-target.ts'
import { type Terminal, UsageError } from './command.ts'
import {
  type CommandContext,
  databaseOf,
  envOf,
  type StandaloneCommand,
  withReadOnlyDatabase,
} from './command-context.ts'

/** `backup`: makes a checked copy, whether the server runs or not. */
export const backup: StandaloneCommand = {
  usage: [
    'backup [FOLDER]        copies the database, checked, into the backups or another folder',
  ],
  async runAlone(context, { say }, args) {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    if (positionals.length > 1) throw new UsageError('backup takes one folder at most')
    const env = envOf(context)
    const folder = positionals[0] ?? join(env.DATA_DIR, 'backups')
    const { copy, removeOld } = await withReadOnlyDatabase(env, databaseOf(env), async (db) => ({
      copy: await backupDatabase(db, folder, context.now(), () => copying.inOneGo),
      removeOld: judgeClock(db, context.now()).believable,
    }))
    say(`Copied to ${copy}; its pages, references and SHA-256 are checked.`)
    const beside = [env.DATA_DIR, folder].map((at) => resolve(at, 'app.key')).find(existsSync)
    say(
      beside
        ? `The key lies on the same volume (${beside}). Anybody who takes both can read every secret: move it away and set APP_KEY_FILE.`
        : 'The copy opens with the present key only. Keep the key, and keep it apart from the copy.',
    )
    await send(env, context, { copy, removeOld }, say)
  },
}

async function send(
  env: Env,
  { built, now }: CommandContext,
  { copy, removeOld }: { copy: string; removeOld: boolean },
  say: Terminal['say'],
) {
  const { BACKUP_TARGET } = env
  if (!BACKUP_TARGET) return
  const target = nameOfTarget(BACKUP_TARGET)
  try {
    const sent = await sendToSecondPlace(
      { ...env, BACKUP_TARGET },
      join(built, 'backup-child.js'),
      { copy: async () => copy, removeOld, now },
      new AbortController().signal,
    )
    say(`${sent.name} (${sent.bytes} bytes) is in ${target}, read back and compared.`)
    if (sent.notRemoved) say(`Old copies there could not be removed: ${sent.notRemoved}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The copy is made, but did not reach ${target}: ${reason}`)
  }
}
