import { takeLock } from '#db/lock.ts'
import { refuseWithoutRights } from '#db/owner.ts'
import { rotateKeys } from '#src/domain/audit/key-rotation.ts'
import { backupsOf } from '#src/domain/backup/local-copies.ts'
import { repositoryName } from '#src/domain/backup/restic.ts'
import { openData } from '#src/domain/maintenance/data-folder.ts'
import type { Env } from '#src/env.ts'
import {
  type CommandContext,
  envOf,
  migrationsOf,
  ownerEnv,
  type StandaloneCommand,
  UsageError,
} from './command.ts'

export const keys: StandaloneCommand = {
  usage: ['keys rotate            encrypts every secret again with the first key of APP_KEYS'],
  runAlone(context, { say }, args) {
    if (args.join(' ') !== 'rotate') throw new UsageError('keys takes one argument: rotate')
    const env = ownerEnv(envOf(context))
    if (!env.APP_KEYS?.includes(','))
      throw new Error(
        'Set APP_KEYS=NEW,OLD first: the new key encrypts, and the old one still decrypts.',
      )
    const { key, encryptedAgain, already, left: remaining } = rotate(env, context)
    say(`${encryptedAgain} secrets were encrypted again with key ${key}; ${already} already were.`)
    say(`${remaining} are still encrypted with another key.`)
    say(
      `Now start with the new key alone. Backups made so far (${placesOf(env)}) need the old key: keep it as long as you keep them.`,
    )
  },
}

const placesOf = (env: Env) =>
  [backupsOf(env), ...(env.BACKUP_REPOSITORY ? [repositoryName(env)] : [])].join(', ')

function rotate(env: Env, context: CommandContext) {
  refuseWithoutRights(env.DATA_DIR)
  const release = takeLock(env.DATA_DIR)
  const { now } = context
  try {
    const { close, ...store } = openData(env, migrationsOf(context), now, { holdsLock: true })
    try {
      return rotateKeys(store)
    } finally {
      close()
    }
  } finally {
    release()
  }
}
