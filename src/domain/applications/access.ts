import type { Store } from '#src/deps.ts'
import {
  type Actor,
  type Applicant,
  type ClientActor,
  refuseWithoutRight,
  type Signer,
} from '#src/domain/actor.ts'
import type { DocumentKind } from '#src/domain/documents/stored-documents.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { mayDo, type Right } from '#src/forms/admin/roles.ts'
import { statusesWithPdf } from '#src/forms/portal/portal.ts'
import { type Application, findApplication } from './application.ts'
import { openedHere } from './draft-access.ts'
import { signingHere } from './signing-access.ts'

const clientPermissions = ['read-pdf', 'read', 'amend'] as const

export type Permission = 'write-draft' | 'submit' | Exclude<Right, 'account' | 'settings' | 'team'>

/**
 * Returns the application if the actor may do this with it. Refuses 'not-signed-in' without a credential, 'not-allowed'
 * for what such an actor may not do, 'second-factor' while staff must set one up, 'conflict' when a client edits a
 * closed account, and 'unknown' otherwise.
 */
export function authorize(
  deps: Store,
  actor: Actor,
  permission: Permission,
  id: string,
): Application {
  if (actor.kind === 'system') return findApplication(deps, id)
  if (actor.kind === 'applicant') return authorizeApplicant(deps, actor, permission, id)
  if (actor.kind === 'signer') return authorizeSigner(deps, actor, permission, id)
  if (actor.kind === 'client') return authorizeClient(deps, actor, permission, id)
  if (actor.kind === 'api-key') return authorizeKey(deps, permission, id)
  if (actor.kind === 'stranger') throw new Refusal('not-signed-in', refusals.signIn)
  if (ofForm(permission)) throw new Refusal('not-allowed', refusals.notAllowed)
  refuseWithoutRight(actor, permission)
  return findApplication(deps, id)
}

/**
 * Returns the first credential that opens the document, and which document it opens; `null` is the current view.
 * Refuses with the most helpful reason, so that a draft cookie does not hide a sign-in.
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
      if (actor.kind !== 'applicant' && actor.kind !== 'signer') return { application, actor, kind }
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

/** Allows an API key what a viewer may read. */
function authorizeKey(deps: Store, permission: Permission, id: string): Application {
  if (ofForm(permission) || !mayDo('viewer', permission))
    throw new Refusal('not-allowed', refusals.notAllowed)
  return findApplication(deps, id)
}

/**
 * Gives the same answer for every draft that this browser has not opened, because no other browser may learn that the
 * draft exists.
 */
function authorizeApplicant(
  deps: Store,
  browser: Applicant,
  permission: Permission,
  id: string,
): Application {
  if (!browser.tokenHash) throw new Refusal('not-signed-in', withoutCookie(permission))
  const application = openedHere(deps, browser, id)
  if (ofForm(permission)) {
    if (application) return application
    // without this code, pages that version 0.2.0 served would begin a second application
    throw new Refusal('unknown', refusals.draftNotOpen, { code: 'moved' })
  }
  if (application && permission === 'read-pdf' && application.status !== 'draft') return application
  throw new Refusal('unknown', refusals.unknownApplication)
}

/**
 * Lets a browser that has opened the link sign, and a browser that has signed read the signed document. All other
 * browsers get one answer, which does not say whether the application exists.
 */
function authorizeSigner(
  deps: Store,
  browser: Signer,
  permission: Permission,
  id: string,
): Application {
  if (permission !== 'submit' && !browser.tokenHash)
    throw new Refusal('not-signed-in', withoutCookie(permission))
  const signing = signingHere(deps, browser, id)
  if (permission === 'submit') {
    if (signing) return signing.application
    throw new Refusal('unknown', refusals.notToSign)
  }
  if (permission === 'read-pdf' && signing?.access === 'read') return signing.application
  throw new Refusal('unknown', refusals.unknownApplication)
}

const ofForm = (permission: Permission): permission is 'write-draft' | 'submit' =>
  permission === 'write-draft' || permission === 'submit'

function withoutCookie(permission: Permission): string {
  if (ofForm(permission)) return refusals.noDraftCookie
  return permission === 'read-pdf' ? 'Please sign in to open this document' : refusals.signIn
}
