import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drillAndKeep } from '#src/domain/drill/drill-and-keep.ts'
import type { DrillReport } from '#src/domain/drill/run-drill.ts'
import { type BackupTarget, nameOfTarget } from '#src/security/backup-target.ts'
import { UsageError } from './command.ts'
import { databaseOf, envOf, migrationsOf, type StandaloneCommand } from './command-context.ts'
import { backupLocation, identityFrom } from './second-place/location.ts'
import { openStore } from './store.ts'

/** `drill`: tries out a restore from the second place, without replacing anything. */
export const drill: StandaloneCommand = {
  usage: [
    'drill [LOCATION]       fetches the newest copy of the second place, checks it and compares it; replaces nothing',
  ],
  async runAlone(context, terminal, args) {
    const { say } = terminal
    const { positionals } = parseArgs({ args, allowPositionals: true })
    if (positionals.length > 1) throw new UsageError('drill takes one location at most')
    const env = envOf(context)
    const target = targetOf(positionals[0], env.BACKUP_TARGET)
    if (!existsSync(databaseOf(env)))
      throw new Error(
        `There is no ${databaseOf(env)} to compare a copy with. To bring one back, use restore`,
      )
    const { store, close } = openStore(env, migrationsOf(context), context.now)
    try {
      const files = {
        drillChild: join(context.built, 'drill-child.js'),
        migrations: migrationsOf(context),
      }
      const typed = env.BACKUP_IDENTITY_FILE === undefined
      const askIdentity = () => identityFrom(env, terminal)
      const report = await untilStopped((stopping) =>
        drillAndKeep(store, files, { target, askIdentity, typed, stopping }),
      )
      for (const line of linesOf(report, nameOfTarget(target))) say(line)
    } finally {
      close()
    }
  },
}

/** Ctrl-C ends the drill and removes the copy that it has opened. */
async function untilStopped<T>(run: (stopping: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    return await run(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) throw new Error('The drill was stopped. Nothing of it is left.')
    throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

function targetOf(given: string | undefined, set: BackupTarget | undefined): BackupTarget {
  if (given === undefined && !set) throw new Error('BACKUP_TARGET is not set: name a location')
  const target = given === undefined ? set : backupLocation(given)
  if (!target) throw new UsageError(`${given} is not a folder or s3://bucket/prefix`)
  return target
}

function linesOf({ copy, bytes, events, documents, tables, took }: DrillReport, target: string) {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return [
    `${copy} is fetched from ${target} and opened: ${bytes} bytes (${seconds(took.fetching)}).`,
    `Every page, index and reference is whole (${seconds(took.pages)}).`,
    `The history is intact: ${events} events (${seconds(took.history)}).`,
    `${documents} sealed documents have their hash and their seal (${seconds(took.documents)}).`,
    `Everything from before the copy is in it (${seconds(took.comparing)}). Rows in the copy, and now:`,
    ...tables.map(({ table, copy, now }) => `  ${table.padEnd(24)} ${copy} ${now}`),
    'The drill held.',
  ]
}
