import type { Store } from '#src/deps.ts'
import { tryBackups } from '#src/domain/backup/drill.ts'
import { makeCopy } from '#src/domain/backup/local-copies.ts'
import { sendBackup } from '#src/domain/backup/off-site.ts'
import type { BackupTask } from '#src/domain/backup/schedule.ts'
import type { ChildMessage } from '#src/domain/command-child.ts'
import { type CheckTask, checkWhole } from '#src/domain/maintenance/history-check.ts'
import { checkBy } from './backup.ts'
import {
  type CommandContext,
  databaseOf,
  envOf,
  migrationsOf,
  type StandaloneCommand,
  UsageError,
  untilStopped,
  withReadOnlyDatabase,
} from './command.ts'

/**
 * The server starts this command for its heavy work. It reads the database and sends its result to the server over
 * the pipe.
 */
export const task: StandaloneCommand = {
  usage: [],
  async runAlone(context, _, [text = '']) {
    if (!process.send) throw new UsageError('only the server runs task')
    try {
      const env = envOf(context)
      await withReadOnlyDatabase(env, context, databaseOf(env), (store) =>
        untilStopped((stopping) => perform(store, context, JSON.parse(text), stopping)),
      )
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      await answer({ failed: { name, message } })
    } finally {
      process.disconnect?.()
    }
  },
}

async function perform(
  store: Store,
  context: CommandContext,
  work: BackupTask | CheckTask,
  stopping: AbortSignal,
): Promise<void> {
  switch (work.name) {
    case 'copy':
      return give(await makeCopy(store, work.removesOld))
    case 'off-site':
      return sendBackup(store, work, give, stopping)
    case 'drill':
      return give(await tryBackups(store, work, checkBy(context), stopping))
    case 'check':
      return give(await checkWhole(store, migrationsOf(context), work))
  }
}

const give = (part: unknown) => answer({ part })

const answer = (message: ChildMessage) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()))
  })
