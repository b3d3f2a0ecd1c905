import { join } from 'node:path'
import { checkBeforeOpening } from '#db/boot-check.ts'
import { takeLock } from '#db/lock.ts'
import { rotateKeys } from '#src/domain/audit/key-rotation.ts'
import { outliveSentCopy } from '#src/domain/maintenance/second-place.ts'
import type { Env } from '#src/env.ts'
import { nameOfTarget } from '#src/security/backup-target.ts'
import { UsageError } from './command.ts'
import { envOf, type StandaloneCommand, withDatabase } from './command-context.ts'

/** `keys rotate`: seals every secret with the first key of APP_KEYS, while the server is stopped. */
export const keys: StandaloneCommand = {
  usage: ['keys rotate            seals every secret again with the first key of APP_KEYS'],
  runAlone(context, { say }, args) {
    if (args.join(' ') !== 'rotate') throw new UsageError('keys takes one word: rotate')
    const env = envOf(context)
    if (!env.APP_KEYS?.includes(','))
      throw new Error('Set APP_KEYS=NEW,OLD first: the new key writes, the old one still reads.')
    const { key, sealedAgain, already, left } = rotate(env, context.now)
    if (sealedAgain > 0) outliveSentCopy(env)
    say(`${sealedAgain} secrets were sealed again with key ${key}; ${already} were already.`)
    say(`${left} are left under another key.`)
    say(
      `Now start with the new key alone. Backups made until now (${placesOf(env)}) open with the old key: keep it as long as them.`,
    )
  },
}

const placesOf = ({ DATA_DIR, BACKUP_TARGET }: Env) =>
  [join(DATA_DIR, 'backups'), ...(BACKUP_TARGET ? [nameOfTarget(BACKUP_TARGET)] : [])].join(', ')

function rotate(env: Env, now: () => number) {
  const release = takeLock(env.DATA_DIR)
  try {
    checkBeforeOpening(env.DATA_DIR)
    return withDatabase(env, (db, keys) => rotateKeys({ db, keys, now }))
  } finally {
    release()
  }
}
