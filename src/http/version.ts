import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { Ctx } from './context.ts'

/** The version of a record as its `ETag` says it (reliability decisions, concurrency). */
export const etagOf = (version: number) => `"v${version}"`

/**
 * The version that `If-Match` asks for; `null` when the request does not say, or takes any. Refuses 'stale' for a tag
 * that is none of ours.
 */
export function versionSeen(c: Ctx): number | null {
  const given = c.req.header('if-match')?.trim()
  if (!given || given === '*') return null
  const [, version] = /^(?:W\/)?"v(\d+)"$/.exec(given) ?? []
  if (version === undefined) throw new Refusal('stale', refusals.staleVersion)
  return Number(version)
}
