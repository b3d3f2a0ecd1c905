import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { decrypt, encrypt } from '#src/security/encrypt.ts'
import { hasKey, keyRing, loadKeys } from '#src/security/keys.ts'
import { envOf } from '../../support/env.ts'
import { newFolder } from '../../support/folder.ts'

const master = (fill: number) => Buffer.alloc(32, fill)
const base64 = (fill: number) => master(fill).toString('base64')

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const env = (settings: Record<string, string> = {}) => envOf({ DATA_DIR: folder, ...settings })

describe('a key ring', () => {
  test('derives the same keys in every version, or nothing that is encrypted could be read', () => {
    expect(
      keyRing([master(1)])
        .derive('seal')
        .toString('hex'),
    ).toBe('23f52a9468f39eb08cda3cad6fbaa7c953db08711327cefde63295e985718f3a')
  })
})

describe('the key of the app', () => {
  test('creates the key of the app at the first start, readable by nobody else, and finds it again', () => {
    const first = loadKeys(env())
    const file = join(folder, 'app.key')
    expect(first.newKeyFile).toBe(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const second = loadKeys(env())
    expect(second.newKeyFile).toBeNull()
    expect(second.keys.currentId).toBe(first.keys.currentId)
  })

  test('creates no new key for a database that had one', () => {
    writeFileSync(join(folder, 'countersign.db'), '')
    expect(() => loadKeys(env())).toThrow(
      'app.key is missing, and the database was made with a key',
    )
    expect(readdirSync(folder)).toEqual(['countersign.db'])
    writeFileSync(join(folder, 'app.key'), base64(1))
    expect(loadKeys(env()).keys.currentId).toBe(keyRing([master(1)]).currentId)
  })

  test('accepts several keys and puts the current one first, whatever else is set', () => {
    const { keys } = loadKeys(env({ APP_KEYS: `${base64(5)}, ${base64(4)}`, APP_KEY: base64(3) }))
    expect(keys.ids).toEqual(keyRing([master(5), master(4)]).ids)
    expect(loadKeys(env({ APP_KEY: base64(3) })).keys.ids).toEqual(keyRing([master(3)]).ids)
    expect(keys.ids).toHaveLength(2)
  })

  test('reads the key of the app from a variable or a file', () => {
    expect(hasKey(env())).toBe(false)
    expect(hasKey(env({ APP_KEY: base64(3) }))).toBe(true)
    expect(hasKey(env({ APP_KEYS: base64(3) }))).toBe(true)
    loadKeys(env())
    expect(hasKey(env())).toBe(true)
  })

  test('accepts 32 bytes and nothing else as the key of the app', () => {
    for (const text of ['', 'abc', Buffer.alloc(31).toString('base64')]) {
      writeFileSync(join(folder, 'app.key'), text)
      const fault = `${join(folder, 'app.key')} is not 32 bytes in base64`
      expect(() => loadKeys(env())).toThrow(fault)
    }
    expect(() => keyRing([])).toThrow('The key ring is empty')
  })
})

describe('an encrypted secret', () => {
  const ring = keyRing([master(1)])
  const place = 'settings|smtpPassword|1'

  test.each(['a password', '', 'ünïcode – 密码', 'x'.repeat(10_000)])(
    'decrypts a secret again: %.12s',
    (secret) => {
      expect(decrypt(ring, place, encrypt(ring, place, secret))).toBe(secret)
    },
  )

  test('does not decrypt a secret in another place', () => {
    const encrypted = encrypt(ring, place, 'a password')
    expect(() => decrypt(ring, 'settings|smtpPassword|2', encrypted)).toThrow()
  })

  test('does not decrypt a secret when any part of it was changed', () => {
    const parts = encrypt(ring, place, 'a password').split('.')
    for (const at of [0, 1, 2, 3]) {
      const changed = parts.with(at, flipped(parts[at] ?? ''))
      expect(() => decrypt(ring, place, changed.join('.')), `part ${at}`).toThrow()
    }
    for (const text of ['', 'v1', 'v1.a.b', 'plain text', parts.slice(0, 3).join('.')])
      expect(() => decrypt(ring, place, text)).toThrow(`${place}: not an encrypted text`)
  })

  test('decrypts a secret only with its own key, or a ring that still has it', () => {
    const encrypted = encrypt(ring, place, 'a password')
    expect(() => decrypt(keyRing([master(2)]), place, encrypted)).toThrow('no key')
    expect(decrypt(keyRing([master(2), master(1)]), place, encrypted)).toBe('a password')
  })
})

/** The same text with its first character exchanged. */
const flipped = (text: string) => `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`
