import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

/** The name of the derived key. Every stored secret depends on it, so it never changes. */
const purpose = 'seal'

/** Encrypts by AES-256-GCM as `v1.KEYID.IV.CIPHERTEXT`, bound to its `context` (table, column, row). */
export function encrypt(keys: Keys, context: string, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keys.derive(purpose), iv)
  cipher.setAAD(Buffer.from(`${context}|${keys.currentId}`))
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  return ['v1', keys.currentId, iv.toString('base64url'), encrypted.toString('base64url')].join('.')
}

/** Decrypts with the key of the ring that the text names. Throws when the key, the context or any byte differs. */
export function decrypt(keys: Keys, context: string, text: string): string {
  const [format, keyId, iv, encrypted] = text.split('.')
  if (format !== 'v1' || !keyId || !iv || !encrypted)
    throw new Error(`${context}: not an encrypted text`)
  const bytes = Buffer.from(encrypted, 'base64url')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keys.derive(purpose, keyId),
    Buffer.from(iv, 'base64url'),
  )
  decipher.setAAD(Buffer.from(`${context}|${keyId}`))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}
