import { type KeptCopy, keptCopy } from '#db/kept-copies.ts'

/** A copy at a target; `local` is its name when it is opened. */
export type CopyAtTarget = KeptCopy & { local: string; encrypted: boolean }

/** A copy at a target by its name; `null` for any other file there. */
export function copyAtTarget(name: string): CopyAtTarget | null {
  // nothing else in it: the name becomes a path, and strangers may have named the file
  const [, local = '', age] = /^(countersign-[0-9TZ-]+\.db)\.gz(\.age)?$/.exec(name) ?? []
  const kept = keptCopy(local)
  return kept ? { ...kept, name, local, encrypted: age !== undefined } : null
}

/** A sealed document as it is called at a target. */
export type DocumentAtTarget = {
  name: string
  /** UTC milliseconds, in whole seconds: an imported document knows no more. */
  sealedAt: number
  /** The first 16 digits of the SHA-256. */
  sha256: string
  encrypted: boolean
}

/** The name of a sealed document at a target: the same however often it is sent. */
export function documentName(
  { sealedAt, sha256 }: { sealedAt: number; sha256: string },
  encrypted: boolean,
): string {
  const second = new Date(sealedAt).toISOString().slice(0, 19).replaceAll(':', '-')
  return `document-${second}Z-${sha256.slice(0, 16)}.pdf${encrypted ? '.age' : ''}`
}

/** A sealed document at a target by its name; `null` for any other file there. */
export function documentAtTarget(name: string): DocumentAtTarget | null {
  const [, date, hour, minute, second, sha256 = '', age] =
    /^document-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-([0-9a-f]{16})\.pdf(\.age)?$/.exec(name) ??
    []
  const sealedAt = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(sealedAt) ? null : { name, sealedAt, sha256, encrypted: age !== undefined }
}
