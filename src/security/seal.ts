import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

/** AES-256-GCM as `v1.KEYID.IV.CIPHERTEXT`, bound to its `context` (table, column, row). */
export function seal(keys: Keys, context: string, secret: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keys.derive('seal'), iv)
  cipher.setAAD(Buffer.from(`${context}|${keys.currentId}`))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  return ['v1', keys.currentId, iv.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** With any key of the ring; throws when the key, the context or a byte is another. */
export function unseal(keys: Keys, context: string, text: string): string {
  const [format, keyId, iv, sealed] = text.split('.')
  if (format !== 'v1' || !keyId || !iv || !sealed) throw new Error(`${context}: not a sealed text`)
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keys.derive('seal', keyId),
    Buffer.from(iv, 'base64url'),
  )
  decipher.setAAD(Buffer.from(`${context}|${keyId}`))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}
