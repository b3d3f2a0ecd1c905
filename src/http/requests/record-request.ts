import { authorize } from '#src/domain/applications/access.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { adminRecord } from '#src/domain/review/admin-record.ts'
import type { Decided } from '#src/domain/review/decide.ts'
import type { TimelineCursor } from '#src/domain/review/record.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export function tagAnswer(c: Ctx, { id, version }: Pick<Application, 'id' | 'version'>) {
  c.header('ETag', `"${id}.v${version}"`)
}

/**
 * Reads the version from `If-Match`, or `null` for any version. Refuses 'stale' for an unknown tag or the tag of
 * another record.
 */
export function expectedVersion(
  c: Ctx,
  id: string,
  otherRecord: string = refusals.staleVersion,
): number | null {
  const tag = c.req.header('if-match')
  if (!tag || tag === '*') return null
  const { record, version } =
    /^(?:W\/)?"(?:(?<record>[\w-]+)\.)?v(?<version>\d+)"$/.exec(tag)?.groups ?? {}
  if (record && record !== id) throw new Refusal('stale', otherRecord)
  if (version === undefined) throw new Refusal('stale', refusals.staleVersion)
  return Number(version)
}

/** Reads the expected state before the body arrives, so that only one of many simultaneous decisions succeeds. */
export function decisionOf(c: Ctx) {
  const admin = requireAdmin(c, 'decide')
  const { id, status } = authorize(c.var.deps, admin, 'decide', c.req.param('id') ?? '')
  return { admin, id, expected: { status, version: expectedVersion(c, id) } }
}

export function answerDecision(c: Ctx, { application, warnings, isProposed }: Decided) {
  tagAnswer(c, application)
  return c.json({ ...adminRecord(c.var.deps, application), warnings }, isProposed ? 202 : 200)
}

const lists = ['history', 'notes', 'emails'] as const

export function timelineCursor(c: Ctx): TimelineCursor {
  const cursor = timelineOf(c)
  const mangled = lists.find((list) => c.req.query(list) && cursor[list] === null)
  if (mangled)
    throw new Refusal('invalid', `${mangled} must be a value that a page has under earlier`)
  return cursor
}

export const timelineOf = (c: Ctx): TimelineCursor => ({
  history: numberIn(c, 'history'),
  notes: numberIn(c, 'notes'),
  emails: numberIn(c, 'emails'),
})

function numberIn(c: Ctx, name: string): number | null {
  const text = c.req.query(name) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
