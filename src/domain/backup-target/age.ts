import { Decrypter, Encrypter } from 'age-encryption'

/** Encrypts to public keys of age; without any the bytes stay as they are. */
export async function encrypted(
  bytes: ReadableStream<Uint8Array>,
  recipients: string[],
): Promise<ReadableStream<Uint8Array>> {
  if (recipients.length === 0) return bytes
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter.encrypt(bytes)
}

/**
 * Decrypts with a private key, or one of several, as `age-keygen` writes them. Throws when it is none, or not one of the
 * recipients'.
 */
export async function decrypted(
  bytes: ReadableStream<Uint8Array>,
  identity: string,
): Promise<ReadableStream<Uint8Array>> {
  return checkIdentity(identity).decrypt(bytes)
}

/** Throws when a text holds no private key of age. */
export function checkIdentity(identity: string): Decrypter {
  const keys = identity.match(/^\s*AGE-SECRET-KEY-[0-9A-Z-]+/gm)
  if (!keys) throw new Error('This is not a private key of age (AGE-SECRET-KEY-1...)')
  const decrypter = new Decrypter()
  for (const key of keys) decrypter.addIdentity(key.trim())
  return decrypter
}
