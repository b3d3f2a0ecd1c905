import { and, eq, inArray } from 'drizzle-orm'
import { events } from '#db/schema/events.ts'
import type { Store } from '#src/deps.ts'
import {
  type Actor,
  type Applicant,
  type ClientActor,
  refuseWithoutRight,
} from '#src/domain/actor.ts'
import type { DocumentKind } from '#src/domain/documents/stored-documents.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { mayDo, type Right } from '#src/forms/admin/roles.ts'
import { type Application, findApplication } from './application.ts'
import { accessOf } from './draft-access.ts'

const clientPermissions = ['read-pdf', 'read', 'amend'] as const

export const statusesWithPdf: readonly string[] = ['submitted', 'approved', 'rejected']

export type Permission = 'write-draft' | Exclude<Right, 'account' | 'settings' | 'team'>

/**
 * Refuses 'not-signed-in' without any credential, 'not-allowed' for a kind of person who never may, 'unknown'
 * otherwise.
 */
export function authorize(
  deps: Store,
  actor: Actor,
  permission: Permission,
  id: string,
): Application {
  if (actor.kind === 'system') return findApplication(deps, id)
  if (actor.kind === 'applicant') return authorizeApplicant(deps, actor, permission, id)
  if (actor.kind === 'client') return authorizeClient(deps, actor, permission, id)
  if (actor.kind === 'api-key') return authorizeKey(deps, permission, id)
  if (actor.kind === 'stranger') throw new Refusal('not-signed-in', refusals.signIn)
  if (permission === 'write-draft') throw new Refusal('not-allowed', refusals.notAllowed)
  refuseWithoutRight(actor, permission)
  return findApplication(deps, id)
}

/**
 * The first credential that opens, and which document; `null` is the current view. Refuses with the best reason, so
 * that a draft cookie does not hide a sign-in.
 */
export function authorizeDocument(
  deps: Store,
  actors: readonly Actor[],
  id: string,
  kind: DocumentKind | null,
): { application: Application; actor: Actor; kind: DocumentKind | null } {
  const refused: Refusal[] = []
  for (const actor of actors) {
    try {
      const application = authorize(deps, actor, 'read-pdf', id)
      if (actor.kind !== 'applicant') return { application, actor, kind }
      if (kind !== 'countersigned') return { application, actor, kind: 'signed' }
      throw new Refusal('unknown', refusals.unknownApplication)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push(error)
    }
  }
  const reasons = ['second-factor', 'not-allowed', 'unknown', 'not-signed-in']
  const [best] = reasons.flatMap((reason) => refused.filter(({ kind }) => kind === reason))
  throw best ?? new Refusal('not-signed-in', refusals.signIn)
}

function authorizeClient(
  deps: Store,
  { application: own }: ClientActor,
  permission: Permission,
  id: string,
): Application {
  const application = findApplication(deps, id)
  if (application.seq !== own) throw new Refusal('unknown', refusals.unknownApplication)
  if (!clientPermissions.some((allowed) => allowed === permission))
    throw new Refusal('not-allowed', refusals.notAllowed)
  if (permission === 'read-pdf' && !statusesWithPdf.includes(application.status))
    throw new Refusal('not-allowed', refusals.documentNotReady)
  if (permission === 'amend' && application.closedOn !== null)
    throw new Refusal('conflict', refusals.accountClosed)
  return application
}

/** API keys read what a viewer reads. */
function authorizeKey(deps: Store, permission: Permission, id: string): Application {
  if (permission === 'write-draft' || !mayDo('viewer', permission))
    throw new Refusal('not-allowed', refusals.notAllowed)
  return findApplication(deps, id)
}

function authorizeApplicant(
  deps: Store,
  { tokenHash }: Applicant,
  permission: Permission,
  id: string,
): Application {
  if (!tokenHash) throw new Refusal('not-signed-in', withoutCookie(permission))
  if (permission === 'write-draft') refuseDeleted(deps, id)
  const application = findApplication(deps, id)
  const access = accessOf(deps, application, tokenHash)
  if (access === 'moved' && permission === 'write-draft')
    throw new Refusal('unknown', refusals.draftMoved, { code: 'moved' })
  const opens =
    permission === 'write-draft' || (permission === 'read-pdf' && application.status !== 'draft')
  if (access === null || access === 'moved' || !opens)
    throw new Refusal('unknown', refusals.unknownApplication)
  return application
}

/** Refuses a page of a draft that somebody deleted: it would bring the answers back. */
export function refuseDeleted(deps: Store, id: string) {
  const ends = inArray(events.action, ['draft deleted', 'draft deleted by link'])
  const end = deps.db.orm
    .select({ seq: events.seq })
    .from(events)
    .where(and(eq(events.application, id), ends))
    .get()
  if (end) throw new Refusal('conflict', refusals.draftDeleted, { code: 'ended' })
}

function withoutCookie(permission: Permission): string {
  if (permission === 'write-draft') return refusals.noDraftCookie
  return permission === 'read-pdf' ? 'Please sign in to open this document' : refusals.signIn
}
