import { keptCopy } from '#db/kept-copies.ts'

/** A copy at a target by its name; `local` is its name when it is opened. `null` for any other file there. */
export function copyAtTarget(name: string) {
  const [, local = '', age] = /^(countersign-.*\.db)\.gz(\.age)?$/.exec(name) ?? []
  const kept = keptCopy(local)
  return kept ? { ...kept, name, local, encrypted: age !== undefined } : null
}
