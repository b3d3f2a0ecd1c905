import { notes } from '#db/schema/admins.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { recordEvent } from '#src/domain/audit/events.ts'

/** Adds an internal note to an application; it is never in the portal, the document or an email. */
export function addNote(deps: Deps, actor: Admin, id: string, text: string) {
  transact(deps, (deps) => {
    const { id: application } = authorize(deps, actor, 'annotate', id)
    const row = { application, admin: actor.username, text, at: deps.now() }
    deps.db.orm.insert(notes).values(row).run()
    recordEvent(deps, actor, { action: 'note added', application })
  })
}
