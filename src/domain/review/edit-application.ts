import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import {
  amendApplication,
  checkPreviousAddress,
  refuseStale,
} from '#src/domain/applications/amend.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { tellingHolder } from '#src/domain/applications/duplicates.ts'
import { accept } from '#src/domain/refusal.ts'
import { readRecordEdit } from '#src/forms/admin/record-payload.ts'
import { refuseAccountType } from './account-type.ts'

/**
 * Writes an administrator's edit as an amendment. `seen` is the version that the administrator saw, or `null`. Refuses
 * 'invalid', 'stale', and 'conflict' when the address is taken.
 */
export function editApplication(
  deps: Deps,
  actor: Admin,
  id: string,
  body: unknown,
  seen: number | null,
): Application {
  const fields = accept(readRecordEdit(body))
  const edit = () =>
    transact(deps, (deps) => {
      const before = authorize(deps, actor, 'amend', id)
      refuseStale(before, seen)
      checkPreviousAddress(deps, before, fields)
      refuseAccountType(deps, before, fields)
      return amendApplication(deps, actor, before, { fields }).application
    })
  return tellingHolder(deps, 'edit', edit)
}
