import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { instantOf } from '#src/domain/calendar.ts'
import type { Env } from '#src/env.ts'
import { type BackupTarget, readBackupTarget } from '#src/security/backup-target.ts'
import { type Terminal, UsageError } from '../command.ts'

/** A location that an operator names: a folder, or s3://bucket/prefix. `null` for a file, or when nothing is there. */
export function backupLocation(given: string): BackupTarget | null {
  if (given.startsWith('s3://')) {
    const target = readBackupTarget(given)
    if (!target) throw new UsageError(`"${given}" is not s3://bucket/prefix`)
    return target
  }
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory()
  return isFolder ? { kind: 'folder', path: resolve(given) } : null
}

/** The private key from the file that is set, or from the terminal. */
export const identityFrom = async (env: Env, { askSecret }: Terminal): Promise<string> =>
  env.BACKUP_IDENTITY_FILE
    ? readFileSync(env.BACKUP_IDENTITY_FILE, 'utf8')
    : askSecret('Private key of the backups (AGE-SECRET-KEY-1...): ')

/**
 * The end of the second that an operator names: `2026-11-20T10:00:00Z`, or without a zone as the clocks of the
 * installation show it. Refuses anything else.
 */
export function timeGiven(given: string, timezone: string): number {
  const [, date, time, second = ':00', fraction = '.999', zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d{3})?(Z|[+-]\d\d:\d\d)?$/.exec(given) ?? []
  const shown = `${date}T${time}${second}`
  const at = zone ? Date.parse(`${shown}${zone}`) : instantOf(timezone, shown)
  if (!date || !isDay(date) || Number.isNaN(at))
    throw new UsageError(
      `"${given}" is not a time such as 2026-11-20T10:00:00Z, or 2026-11-20T10:00 as the clocks in ${timezone} show it`,
    )
  return at + Number(fraction) * 1000
}

/** False for 31 February, which Date reads as a day in March. */
const isDay = (date: string) => {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}
