import type { Application } from '#src/domain/applications/application.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { Ctx } from '#src/http/context.ts'

export function tagAnswer(c: Ctx, { id, version }: Pick<Application, 'id' | 'version'>) {
  c.header('ETag', `"${id}.v${version}"`)
}

/**
 * The version that `If-Match` names, with or without the record; `null` for any. Refuses 'stale' for an unknown tag or
 * one of another record.
 */
export function versionSeen(c: Ctx, id: string): number | null {
  const given = c.req.header('if-match')
  if (!given || given === '*') return null
  const { record, version } =
    /^(?:W\/)?"(?:(?<record>[\w-]+)\.)?v(?<version>\d+)"$/.exec(given)?.groups ?? {}
  if (version === undefined || (record && record !== id))
    throw new Refusal('stale', refusals.staleVersion)
  return Number(version)
}
