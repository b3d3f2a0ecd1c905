import { isAbsolute } from 'node:path'
import { Encrypter } from 'age-encryption'

/** The second place for copies: a folder, or a bucket with what the names in it begin with. */
export type BackupTarget =
  | { kind: 'folder'; path: string }
  | { kind: 's3'; bucket: string; prefix: string }

/** Reads `/mnt/disk` or `s3://bucket/prefix`; `null` when it is neither. */
export function readBackupTarget(text: string): BackupTarget | null {
  if (isAbsolute(text)) return { kind: 'folder', path: text }
  if (!text.startsWith('s3://') || !URL.canParse(text)) return null
  const { hostname, pathname, search, username, port, hash } = new URL(text)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) || username || port || search || hash)
    return null
  // these need no encoding in an address or a signature
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  if (!/^[A-Za-z0-9._/-]*$/.test(prefix)) return null
  return { kind: 's3', bucket: hostname, prefix }
}

/** The target as an operator writes it. */
export const nameOfTarget = (target: BackupTarget) =>
  target.kind === 'folder'
    ? target.path
    : `s3://${target.bucket}${target.prefix ? `/${target.prefix}` : ''}`

/** Whether copies can be encrypted to this: a public key in the form of age, with a right check sum. */
export function isAgeRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}
