import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backupDatabase, copying } from '#db/backup.ts'
import { UsageError } from './command.ts'
import {
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
    const copy = await withReadOnlyDatabase(env, databaseOf(env), (db) =>
      backupDatabase(db, folder, context.now(), copying.inOneGo),
    )
    say(`Copied to ${copy}; its pages, references and SHA-256 are checked.`)
    const beside = [env.DATA_DIR, folder].map((at) => resolve(at, 'app.key')).find(existsSync)
    say(
      beside
        ? `The key lies on the same volume (${beside}). Whoever takes both can read every secret: move it away and set APP_KEY_FILE.`
        : 'The copy opens with the present key only. Keep the key, and keep it apart from the copy.',
    )
  },
}
