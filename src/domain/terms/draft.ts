import { diffArrays } from 'diff'
import { count, eq } from 'drizzle-orm'
import { termsDraft, termsVersions } from '#db/schema/company.ts'
import type { Change } from '#db/schema/events.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { termsTexts } from '#src/forms/terms/terms-form.ts'
import { termsSource } from './parse.ts'
import { termsInForce } from './versions.ts'

/** The terms being written: the saved draft, else the text in force. `seen` names this state. */
export type TermsDraft = {
  source: string
  seen: string
  updatedAt: number | null
  updatedBy: string | null
}

export function termsDraftOf(deps: Pick<Deps, 'db' | 'env' | 'now'>): TermsDraft {
  const row = deps.db.orm.select().from(termsDraft).where(isOnlyRow).get()
  const all = publications(deps)
  if (row) return { ...row, seen: `${all}.${row.version}` }
  const { version, parts } = termsInForce(deps)
  // others come into force at midnight, and a save over them would drop what they changed
  const seen = `${all}.0.${version}`
  return { source: termsSource(parts), seen, updatedAt: null, updatedBy: null }
}

/** Saves the draft, as yet unread; an equal text stores nothing. Refuses 'stale' when somebody saved or published meanwhile. */
export function saveTermsDraft(deps: Deps, admin: Admin, source: string, seen: string) {
  transact(deps, (deps) => {
    const before = termsDraftOf(deps)
    if (before.source === source) return
    refuseOtherDraft(before, seen)
    const version = Number(before.seen.split('.')[1]) + 1
    const row = { id: 1, source, version, updatedAt: deps.now(), updatedBy: admin.username }
    deps.db.orm
      .insert(termsDraft)
      .values(row)
      .onConflictDoUpdate({ target: termsDraft.id, set: row })
      .run()
    const changes = paragraphChanges(before.source, source)
    recordEvent(deps, admin, { action: 'terms draft saved', changes })
  })
}

export function refuseOtherDraft(draft: TermsDraft, seen: string) {
  if (draft.seen === seen) return
  throw new Refusal('stale', termsTexts.stale, { errors: { termsText: termsTexts.stale } })
}

export const isOnlyRow = eq(termsDraft.id, 1)

/** Versions never go, so that a draft made after a publication is never taken for the one before it. */
const publications = ({ db }: Pick<Deps, 'db'>): number =>
  db.orm.select({ all: count() }).from(termsVersions).get()?.all ?? 0

/** The paragraphs that differ, for the history. */
function paragraphChanges(before: string, after: string): Change[] {
  const changes: Change[] = []
  for (const { value, added, removed } of diffArrays(before.split('\n\n'), after.split('\n\n'))) {
    if (removed) changes.push({ field: 'terms', before: value.join('\n\n'), after: null })
    else if (added) changes.push({ field: 'terms', before: null, after: value.join('\n\n') })
  }
  return changes
}
