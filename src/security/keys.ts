import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#src/env.ts'

/** The first key encrypts, and all keys decrypt. */
export type Keys = {
  currentId: string
  ids: string[]
  /** Returns 32 bytes, but never the master key itself. */
  derive: (purpose: string, keyId?: string) => Buffer
}

/** Returns the first eight digits of the key's hash. */
const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** Expects master keys of 32 bytes, the newest first. */
export function keyRing(masters: Buffer[]): Keys {
  const byId = new Map(masters.map((master) => [idOf(master), master]))
  const [currentId] = byId.keys()
  if (!currentId) throw new Error('The key ring is empty')
  return {
    currentId,
    ids: [...byId.keys()],
    derive(purpose, keyId = currentId) {
      const master = byId.get(keyId)
      if (!master) throw new Error(`The key ring has no key ${keyId}`)
      return Buffer.from(hkdfSync('sha256', master, '', purpose, 32))
    },
  }
}

/**
 * Reads the keys from the environment, or from `app.key` in the data folder. `newKeyFile` is its path when this call
 * created the file, so that the operator is told to move it away.
 */
export function loadKeys(env: Env): { keys: Keys; newKeyFile: string | null } {
  if (env.APP_KEYS)
    return { keys: keyRing(env.APP_KEYS.split(',').map((text) => decode(text))), newKeyFile: null }
  if (env.APP_KEY) return { keys: keyRing([decode(env.APP_KEY)]), newKeyFile: null }
  const file = join(env.DATA_DIR, 'app.key')
  const isNew = !existsSync(file)
  if (isNew && existsSync(join(env.DATA_DIR, 'countersign.db')))
    throw new Error(`${file} is missing, and the database was made with a key. Set APP_KEY_FILE`)
  if (isNew) {
    mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  }
  const keys = keyRing([decode(readFileSync(file, 'utf8'), file)])
  return { keys, newKeyFile: isNew ? file : null }
}

export const keyless = 'Set APP_KEY or APP_KEY_FILE to the key that the database was made with'

/** Returns whether there is a key. Otherwise `loadKeys` creates one that cannot decrypt anything stored before. */
export const hasKey = (env: Env): boolean =>
  Boolean(env.APP_KEYS || env.APP_KEY) || existsSync(join(env.DATA_DIR, 'app.key'))

function decode(text: string, place = 'The key'): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error(`${place} is not 32 bytes in base64`)
  return key
}
