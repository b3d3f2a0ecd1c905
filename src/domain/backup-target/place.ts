import type { BackupTarget } from '#src/security/backup-target.ts'

/** What every target can do. */
export type Place = {
  /** Stores bytes under a name. Resolves once they were read back and are the same. */
  put: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<{ bytes: number }>
  read: (name: string) => AsyncIterable<Uint8Array>
  names: () => Promise<string[]>
  remove: (name: string) => Promise<void>
}

/** The usual credentials of S3. */
export type Credentials = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export type PlaceOptions = {
  target: BackupTarget
  credentials: Credentials | null
  /** Milliseconds before the first repetition of a request; each further one waits twice as long. */
  pause: number
}
