import { company } from '#db/schema/company.ts'
import type { Change } from '#db/schema/events.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { CompanyInput } from '#src/forms/company/company.ts'
import {
  type CompanyField,
  companyFieldNames,
  companyTexts,
  weekdays,
} from '#src/forms/company/company-fields.ts'
import { companyOf } from './company.ts'

/**
 * Saves the supplier's details; values that equal the present ones store nothing. `seen` is the version that the admin
 * changed. Refuses 'stale' when another one counts now, naming at each field what was saved in the meantime.
 */
export function saveCompany(deps: Deps, admin: Admin, input: CompanyInput, seen: number) {
  transact(deps, (deps) => {
    const before = companyOf(deps)
    const changes: Change[] = companyFieldNames
      .map((field) => ({ field, before: inWords(before[field]), after: inWords(input[field]) }))
      .filter(({ before, after }) => before !== after)
    if (changes.length === 0) return
    if (before.version !== seen) throw staleRefusal(changes)
    const at = deps.now()
    const row = { ...input, id: 1, version: before.version + 1, updatedAt: at }
    deps.db.orm
      .insert(company)
      .values(row)
      .onConflictDoUpdate({ target: company.id, set: row })
      .run()
    recordEvent(deps, admin, { action: 'company details changed', changes })
  })
}

/** A detail as the history and a refusal show it. */
function inWords(value: CompanyInput[CompanyField]): string | null {
  if (!Array.isArray(value)) return value === null ? null : String(value)
  return value.map((day) => weekdays[day - 1]?.label).join(', ')
}

function staleRefusal(changes: Change[]) {
  const errors = Object.fromEntries(
    changes.map(({ field, before }) => [field, companyTexts.savedMeanwhile(before)]),
  )
  return new Refusal('stale', companyTexts.stale, { errors })
}
