import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { usernameKey } from '#src/domain/accounts/admins.ts'
import { ownerName, possibleOwners } from '#src/domain/accounts/owners.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'

/** `seen` is the owner that the page showed, `null` for nobody: of two people who act at once the second is told. */
type Change = { id: string; seen: string | null }

/** Makes the actor the owner of an application. Refuses 'conflict' for a draft, and when `seen` has changed. */
export const takeApplication = (deps: Deps, actor: Admin, change: Change) =>
  setOwner(deps, actor, change, 'application taken', () => actor)

/** Hands an application to a colleague. Refuses as `takeApplication`, and 'invalid' for one who may not decide. */
export const handOver = (deps: Deps, actor: Admin, change: Change, colleague: string) =>
  setOwner(deps, actor, change, 'application handed over', () => {
    const found = possibleOwners(deps).find(
      ({ username }) => usernameKey(username) === usernameKey(colleague),
    )
    if (!found) throw new Refusal('invalid', unknown, { errors: { colleague: unknown } })
    return found
  })

/** Leaves an application to nobody. Refuses as `takeApplication`. */
export const releaseApplication = (deps: Deps, actor: Admin, change: Change) =>
  setOwner(deps, actor, change, 'application released', () => null)

const unknown = 'Choose a colleague with an open account'

/** No change of the application itself: neither its version nor its age moves. */
function setOwner(
  deps: Deps,
  actor: Admin,
  { id, seen }: Change,
  action: string,
  next: () => { id: number; username: string } | null,
) {
  transact(deps, (deps) => {
    const application = authorize(deps, actor, 'decide', id)
    if (application.status === 'draft')
      throw new Refusal('conflict', 'A draft belongs to nobody before it is submitted')
    const before = ownerName(deps, application.owner)
    if (before !== seen)
      throw new Refusal(
        'conflict',
        before ? `This belongs to ${before} now` : 'This belongs to nobody any more',
      )
    const to = next()
    if ((to?.username ?? null) === before) return
    deps.db.orm
      .update(applications)
      .set({ owner: to?.id ?? null })
      .where(eq(applications.seq, application.seq))
      .run()
    recordEvent(deps, actor, {
      action,
      application: id,
      changes: [{ field: 'owner', before, after: to?.username ?? null }],
    })
  })
}
