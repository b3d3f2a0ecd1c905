import { eq } from 'drizzle-orm'
import { emailWordings as wordingRows } from '#db/schema/company.ts'
import type { Deps } from '#src/deps.ts'
import { emailWordings, type Wording, type WordingKind } from '#src/mail/wordings/wordings.ts'

export type SavedWording = {
  wording: Wording
  /** Whether these are the supplier's words; else they are the original ones. */
  isOwn: boolean
  version: number
}

/** The words of an email as they hold now. */
export function wordingOf({ db }: Pick<Deps, 'db'>, kind: WordingKind): SavedWording {
  const row = db.orm.select().from(wordingRows).where(eq(wordingRows.kind, kind)).get()
  const version = row?.version ?? 0
  // after "Back to the original" the row stays, so that its version is never used twice
  if (!row?.subject) return { wording: emailWordings[kind].original, isOwn: false, version }
  const { subject, before, after } = row
  return { wording: { subject, before, after }, isOwn: true, version }
}

/** The kind that a word names; `null` for any other word. */
export const readWordingKind = (word: string): WordingKind | null =>
  wordingKinds.find((kind) => kind === word) ?? null

export const wordingKinds = Object.keys(emailWordings) as WordingKind[]
