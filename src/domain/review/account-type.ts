import type { Deps } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { agreedTexts } from '#src/forms/admin/agreed-terms.ts'
import { allowed } from '#src/forms/admin/transitions.ts'
import type { FieldValues } from '#src/forms/fields/fields.ts'
import { agreedOf } from './decision-record.ts'

/**
 * Refuses 'invalid', beside the field, an edit that would give an approved account credit without a limit that was
 * agreed, or leave a cash account with one (rule 417).
 */
export function refuseAccountType(
  deps: Pick<Deps, 'db' | 'env'>,
  before: Application,
  { accountType }: FieldValues,
) {
  if (accountType === undefined || accountType === before.accountType) return
  if (allowed(before.status).includes('approved')) return
  const isLimited = accountType === 'credit' && companyOf(deps).secondPersonAbove !== null
  if (!isLimited && (agreedOf(deps, before)?.creditLimit ?? null) === null) return
  const message = agreedTexts.typeApproved
  throw new Refusal('invalid', message, { errors: { accountType: message } })
}
