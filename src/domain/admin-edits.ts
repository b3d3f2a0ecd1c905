import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { readRecordEdit } from '#src/forms/record-payload.ts'
import { authorize } from './access.ts'
import type { Admin } from './actor.ts'
import { amendApplication, checkPreviousAddress, refuseStale } from './amending.ts'
import type { Application } from './applications.ts'
import { tellingHolder } from './duplicates.ts'
import { Refusal } from './refusal.ts'

/**
 * Writes an admin's edit as an amendment. `seen` is the version
 * that the admin had before the eyes, or `null`. Refuses 'invalid' when nothing editable was sent or a value is not
 * sound, 'conflict' for an address that is taken, 'stale'.
 */
export function editApplication(
  deps: Deps,
  actor: Admin,
  id: string,
  body: unknown,
  seen: number | null,
): Application {
  const read = readRecordEdit(body)
  if (!read.ok) throw new Refusal('invalid', read.message, { errors: read.errors })
  const edit = () =>
    transact(deps, (deps) => {
      const before = authorize(deps, actor, 'amend', id)
      refuseStale(before, seen)
      checkPreviousAddress(deps, before, read.fields)
      return amendApplication(deps, actor, before, { fields: read.fields }).application
    })
  return tellingHolder(deps, 'edit', edit)
}
