import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { amendApplication, checkPreviousAddress } from '#src/domain/applications/amend.ts'
import { type Application, refuseStale } from '#src/domain/applications/application.ts'
import { tellingHolder } from '#src/domain/applications/duplicates.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { agreedTexts } from '#src/forms/admin/agreed-terms.ts'
import { allowed } from '#src/forms/admin/transitions.ts'
import type { FieldValues } from '#src/forms/fields/fields.ts'
import { agreedOf } from './decision-record.ts'

/**
 * Writes an administrator's edit as an amendment. `seen` is the version that the administrator saw, or `null`. Refuses
 * 'invalid', 'stale', and 'conflict' when the address is taken.
 */
export function editApplication(
  deps: Deps,
  actor: Admin,
  id: string,
  fields: FieldValues,
  seen: number | null,
): Application {
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

/**
 * Refuses 'invalid', beside the field, an edit that would give an approved account credit without a limit that was
 * agreed, or leave a cash account with one (rule 417).
 */
export function refuseAccountType(deps: Store, before: Application, { accountType }: FieldValues) {
  if (accountType === undefined || accountType === before.accountType) return
  if (allowed(before.status).includes('approved')) return
  const isLimited = accountType === 'credit' && companyOf(deps).secondPersonAbove !== null
  if (!isLimited && (agreedOf(deps, before)?.creditLimit ?? null) === null) return
  const message = agreedTexts.typeApproved
  throw new Refusal('invalid', message, { errors: { accountType: message } })
}
