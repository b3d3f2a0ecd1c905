import { emailWordings as wordingRows } from '#db/schema/company.ts'
import type { Change } from '#db/schema/events.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { wordingFields, wordingTexts } from '#src/forms/company/email-wording.ts'
import { wordsProblem } from '#src/mail/wordings/check-words.ts'
import { emailWordings, type Wording, type WordingKind } from '#src/mail/wordings/wordings.ts'
import { wordingOf } from './wordings.ts'

/**
 * Returns how one text of an email is kept, or why it cannot be: unknown placeholders, and whatever email programs make
 * links of. The company's own sales address becomes its placeholder.
 */
export function wordsReader(deps: Deps, kind: WordingKind) {
  const { salesEmail, telephone } = companyOf(deps)
  const ownAddress = new RegExp(salesEmail.replace(/[^\w@]/g, '\\$&'), 'gi')
  const { placeholders } = emailWordings[kind]
  return function readWords(typed: string): { text: string; problem: string | null } {
    const text = typed.replace(ownAddress, '{sales email}')
    const noTelephone = !telephone && text.includes('{telephone}') ? wordingTexts.noTelephone : null
    return { text, problem: wordsProblem(text, placeholders) ?? noTelephone }
  }
}

/**
 * Saves the words of an email, which count for every email sent from then on; words that equal the present ones store
 * nothing. `seen` is the version that the admin changed. Refuses 'stale' when another one counts now (rule 186).
 */
export function saveWording(
  deps: Deps,
  admin: Admin,
  kind: WordingKind,
  wording: Wording,
  seen: number,
) {
  transact(deps, (deps) => {
    const { wording: before, version } = wordingOf(deps, kind)
    const changes: Change[] = wordingFields
      .filter((field) => before[field] !== wording[field])
      .map((field) => ({ field, before: before[field], after: wording[field] }))
    if (changes.length === 0) return
    if (version !== seen) throw staleRefusal(changes)
    const { original } = emailWordings[kind]
    const isOriginal = wordingFields.every((field) => wording[field] === original[field])
    const row = {
      ...(isOriginal ? { subject: '', before: '', after: '' } : wording),
      kind,
      version: version + 1,
      updatedAt: deps.now(),
    }
    deps.db.orm
      .insert(wordingRows)
      .values(row)
      .onConflictDoUpdate({ target: wordingRows.kind, set: row })
      .run()
    recordEvent(deps, admin, { action: 'email wording changed', section: kind, changes })
  })
}

/** Goes back to the original words of an email, as a save of them would. */
export const restoreWording = (deps: Deps, admin: Admin, kind: WordingKind, seen: number) =>
  saveWording(deps, admin, kind, emailWordings[kind].original, seen)

function staleRefusal(changes: Change[]) {
  const errors = Object.fromEntries(
    changes.map(({ field, before }) => [field, wordingTexts.savedMeanwhile(before)]),
  )
  return new Refusal('stale', wordingTexts.stale, { errors })
}
