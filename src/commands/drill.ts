import { existsSync } from 'node:fs'
import { runDrill } from '#src/domain/backup/drill.ts'
import { repositoryName } from '#src/domain/backup/restic.ts'
import { exactInstant } from '#src/domain/calendar.ts'
import { UsageError, untilStopped } from './command.ts'
import { databaseOf, envOf, migrationsOf, type StandaloneCommand } from './command-context.ts'
import { openStore } from './store.ts'

/** `drill`: tries out a restore of the newest and the oldest off-site backup, without replacing anything. */
export const drill: StandaloneCommand = {
  usage: [
    'drill                  fetches the newest and the oldest off-site backup and compares them; replaces nothing',
  ],
  async runAlone(context, { say }, args) {
    if (args.length > 0) throw new UsageError('drill takes no words')
    const env = envOf(context)
    if (!env.BACKUP_REPOSITORY) throw new Error('BACKUP_REPOSITORY is not set')
    if (!existsSync(databaseOf(env)))
      throw new Error(
        `There is no ${databaseOf(env)} to compare a backup with. To bring one back, use restore`,
      )
    const { close, ...store } = openStore(env, migrationsOf(context), context.now)
    try {
      const { backups, took } = await untilStopped((stopping) => runDrill(store, stopping))
      for (const { id, madeAt, bytes, events, documents } of backups)
        say(
          `Backup ${id.slice(0, 8)} of ${exactInstant(env.APP_TIMEZONE, madeAt)} opens: ${bytes} bytes, every page is whole; its ${events} events and ${documents} documents are those of the database.`,
        )
      say(`The drill held, in ${repositoryName(env)}, after ${(took / 1000).toFixed(1)} s.`)
    } finally {
      close()
    }
  },
}
