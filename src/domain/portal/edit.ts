import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { amendApplication, checkPreviousAddress } from '#src/domain/applications/amend.ts'
import { type Application, refuseStale } from '#src/domain/applications/application.ts'
import { notifyingAddressOwner } from '#src/domain/applications/duplicates.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { refusalAt, refusals } from '#src/domain/refusal.ts'
import type { FieldValues } from '#src/forms/fields/fields.ts'
import { isTypeFixed, type PortalSection, portalTitles } from '#src/forms/portal/portal.ts'
import type { SectionSave } from '#src/forms/portal/portal-payload.ts'

type SavedSection = { application: Application; changed: boolean }

/**
 * Saves a section of the portal. `expected` is the version that the customer saw, or `null`. Refuses 'invalid',
 * 'conflict' and 'stale'.
 */
export function savePortalSection(
  deps: Deps,
  actor: ClientActor,
  id: string,
  section: PortalSection,
  sent: SectionSave,
  expected: number | null,
  stale: string = refusals.staleVersion,
): SavedSection {
  const save = () =>
    transact(deps, (tx) => {
      const before = authorize(tx, actor, 'amend', id)
      refuseWhenFull(tx)
      checkPreviousAddress(tx, before, sent.fields)
      refuseAccountType(before, sent.fields)
      const edit = { ...sent, section: portalTitles[section] }
      const { application, changes } = amendApplication(tx, actor, before, edit)
      if (changes.length > 0) refuseStale(before, expected, stale)
      return { application, changed: application.version !== (expected ?? before.version) }
    })
  return notifyingAddressOwner(deps, save)
}

/** Refuses 'invalid' for an account type other than the approved one. */
function refuseAccountType(before: Application, { accountType }: FieldValues) {
  if (accountType === undefined || accountType === before.accountType) return
  if (!isTypeFixed(before.status)) return
  throw refusalAt('accountType', 'invalid', refusals.approvedType)
}
