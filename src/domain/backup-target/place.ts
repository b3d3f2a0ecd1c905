import type { BackupTarget } from '#src/security/backup-target.ts'

/** What every target can do. */
export type Place = {
  /** Stores bytes under a name, over an earlier file of it. Resolves once they were read back and are the same. */
  put: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<{ bytes: number }>
  read: (name: string) => AsyncIterable<Uint8Array>
  /** Every complete file whose name begins with a text. */
  names: (prefix: string) => Promise<string[]>
  remove: (name: string) => Promise<void>
  /** Removes what a killed process left of files whose names begin with a text. Nobody may be putting one. */
  removeUnfinished: (prefix: string) => Promise<void>
}

export type S3Access = {
  /** `null` for Amazon's own. */
  endpoint: string | null
  region: string
  credentials: Credentials
}

export type Credentials = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export type PlaceOptions = {
  target: BackupTarget
  /** Needed for a target on S3. */
  s3: S3Access | null
  /** Milliseconds before the first repetition of a request; each further one waits twice as long. */
  pause: number
  /** Breaks off requests to S3. */
  signal?: AbortSignal
}
