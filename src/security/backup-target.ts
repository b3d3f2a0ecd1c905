import { isAbsolute } from 'node:path'
import { Encrypter } from 'age-encryption'

/** The second place for copies: a folder, or a bucket with what the names in it begin with. */
export type BackupTarget =
  | { kind: 'folder'; path: string }
  | { kind: 's3'; bucket: string; prefix: string; endpoint: string | null; region: string | null }

/** Reads `/mnt/disk` or `s3://bucket/prefix?endpoint=https://...&region=...`; `null` when it is neither. */
export function readBackupTarget(text: string): BackupTarget | null {
  if (isAbsolute(text)) return { kind: 'folder', path: text }
  if (!text.startsWith('s3://') || !URL.canParse(text)) return null
  const { hostname, pathname, searchParams, username, port, hash } = new URL(text)
  const unknown = [...searchParams.keys()].some((name) => name !== 'endpoint' && name !== 'region')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) || username || port || hash || unknown)
    return null
  // these need no encoding in an address or a signature
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  if (!/^[A-Za-z0-9._/-]*$/.test(prefix)) return null
  return {
    kind: 's3',
    bucket: hostname,
    prefix,
    endpoint: searchParams.get('endpoint'),
    region: searchParams.get('region'),
  }
}

/** The target as an operator reads it, without the details of the connection. */
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
