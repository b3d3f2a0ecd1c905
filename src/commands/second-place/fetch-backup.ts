import { mkdirSync } from 'node:fs'
import { copiesAt, fetchCopy, UnusableCopy } from '#src/domain/backup-target/fetch.ts'
import { exactInstant } from '#src/domain/calendar.ts'
import { backupsOf } from '#src/domain/maintenance/backup-age.ts'
import { placeOptions } from '#src/domain/maintenance/second-place.ts'
import type { Env } from '#src/env.ts'
import { type BackupTarget, nameOfTarget } from '#src/security/backup-target.ts'
import type { Terminal } from '../command.ts'
import { identityFrom } from './location.ts'

/** Prints every copy at a target with its time, oldest first. */
export async function listBackups(env: Env, target: BackupTarget, { say }: Terminal) {
  const copies = await copiesAt(placeOptions(env, target))
  for (const { name, madeAt } of copies) {
    const instant = `${new Date(madeAt).toISOString().slice(0, 19)}Z`
    say(`${instant}  ${exactInstant(env.APP_TIMEZONE, madeAt)}  ${name}`)
  }
  say(`${copies.length} backups are in ${nameOfTarget(target)}.`)
}

/** Brings the newest copy made until an instant from a target, decrypted, beside the local ones. Returns its path. */
export async function fetchBackup(
  env: Env,
  target: BackupTarget,
  until: number,
  terminal: Terminal,
): Promise<string> {
  const { say } = terminal
  const where = nameOfTarget(target)
  const place = placeOptions(env, target)
  const copies = await copiesAt(place)
  const copy = copies.findLast(({ madeAt }) => madeAt <= until)
  if (!copy) throw new Error(nothingFound(env, where, copies, until))
  const folder = backupsOf(env)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const askIdentity = () => identityFrom(env, terminal)
  say(`Fetching ${copy.name} from ${where}.`)
  const request = { name: copy.name, folder, askIdentity }
  const { path } = await fetchCopy(place, request).catch((error) => {
    throw error instanceof UnusableCopy ? withWayOut(error) : error
  })
  say(`It was made on ${exactInstant(env.APP_TIMEZONE, copy.madeAt)}.`)
  return path
}

/** A copy that cannot be used is not the end: an earlier one may do. */
export const withWayOut = ({ message }: Error) =>
  new Error(
    `${message}\nNothing was replaced. --list shows every backup there, and --at TIME takes an earlier one.`,
  )

function nothingFound(env: Env, where: string, copies: { madeAt: number }[], until: number) {
  const [first] = copies
  if (!first) return `There is no backup in ${where}`
  const [time, oldest] = [until, first.madeAt].map((at) => exactInstant(env.APP_TIMEZONE, at))
  return `There is no backup in ${where} from ${time} or before; the oldest is of ${oldest}`
}
