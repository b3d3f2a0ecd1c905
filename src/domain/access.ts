import type { Deps } from '#src/deps.ts'
import type { Actor } from './actor.ts'
import { type Application, findApplication } from './applications.ts'
import { accessOf } from './capabilities.ts'
import { Refusal, refusals } from './refusal.ts'

export type Deed = 'write-draft' | 'read-pdf'

/**
 * The one place that says who may do what to an application. Answers the application, or refuses: 'not-signed-in' to
 * somebody without any credential, 'unknown' to everybody else, because an id alone opens nothing.
 */
export function authorize(deps: Deps, actor: Actor, deed: Deed, id: string): Application {
  if (actor.kind === 'system') return findApplication(deps, id)
  if (!actor.tokenHash) throw new Refusal('not-signed-in', withoutCookie[deed])
  const application = findApplication(deps, id)
  const access = accessOf(deps, application, actor.tokenHash)
  if (access === null || (deed === 'read-pdf' && application.status === 'draft'))
    throw new Refusal('unknown', refusals.unknownApplication)
  return application
}

const withoutCookie: Record<Deed, string> = {
  'write-draft': refusals.noDraftCookie,
  'read-pdf': 'Please sign in to open this document',
}
