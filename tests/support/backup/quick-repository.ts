import { createCipheriv, createHash, randomBytes, scryptSync } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type KeyFile = { N: number; r: number; p: number; salt: string; data: string }

/**
 * Gives a folder repository a key that is derived at once. Restic derives one for half a second of a core, in each of its
 * commands; a test password needs no such care. See restic's design document, "Keys, Encryption and MAC".
 */
export function quicken(repository: string, password: string) {
  const folder = join(repository, 'keys')
  const [name = ''] = readdirSync(folder)
  const slow: KeyFile = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const sealed = Buffer.from(slow.data, 'base64')
  const iv = sealed.subarray(0, 16)
  const master = crypt(keysOf(slow, password).encryption, iv, sealed.subarray(16, -16))
  const quick = { ...slow, N: 2, r: 8, p: 1, salt: randomBytes(64).toString('base64') }
  const keys = keysOf(quick, password)
  const text = crypt(keys.encryption, iv, master)
  const data = Buffer.concat([iv, text, poly1305(keys, iv, text)]).toString('base64')
  const file = JSON.stringify({ ...quick, data })
  rmSync(join(folder, name))
  writeFileSync(join(folder, createHash('sha256').update(file).digest('hex')), file)
}

type Keys = ReturnType<typeof keysOf>

function keysOf({ N, r, p, salt }: KeyFile, password: string) {
  const options = { N, r, p, maxmem: 256 * (N + p + 2) * r }
  const bytes = scryptSync(password, Buffer.from(salt, 'base64'), 64, options)
  return { encryption: bytes.subarray(0, 32), k: bytes.subarray(32, 48), r: bytes.subarray(48) }
}

/** AES-256 in counter mode, either way. */
const crypt = (key: Buffer, iv: Buffer, bytes: Buffer) =>
  createCipheriv('aes-256-ctr', key, iv).update(bytes)

function poly1305({ k, r }: Keys, iv: Buffer, bytes: Buffer): Buffer {
  const factor = number(r) & 0x0ffffffc0ffffffc0ffffffc0fffffffn
  let sum = 0n
  for (let at = 0; at < bytes.length; at += 16) {
    const part = bytes.subarray(at, at + 16)
    sum = ((sum + number(part) + (1n << BigInt(8 * part.length))) * factor) % ((1n << 130n) - 5n)
  }
  const mask = createCipheriv('aes-128-ecb', k, null).setAutoPadding(false).update(iv)
  const tag = (sum + number(mask)) & ((1n << 128n) - 1n)
  return Buffer.from(tag.toString(16).padStart(32, '0'), 'hex').reverse()
}

/** Little-endian. */
const number = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
