import { eq } from 'drizzle-orm'
import { emailWordings as wordingRows } from '#db/schema/company.ts'
import type { Deps } from '#src/deps.ts'
import { placeholders } from '#src/mail/wordings/placeholders.ts'
import { emailWordings, type Wording, type WordingKind } from '#src/mail/wordings/wordings.ts'

/** An email with the words around its facts. */
export type EmailWording = {
  kind: WordingKind
  name: string
  /** When it is sent, as a sentence. */
  sent: string
  /** Each placeholder that it knows, with what it stands for. */
  placeholders: [string, string][]
  wording: Wording
  /** Whether these are the supplier's words; else they are the original ones. */
  isOwn: boolean
  version: number
}

/** The words of an email as they hold now. */
export function wordingOf({ db }: Pick<Deps, 'db'>, kind: WordingKind): EmailWording {
  const row = db.orm.select().from(wordingRows).where(eq(wordingRows.kind, kind)).get()
  const { name, sent, original, placeholders: known } = emailWordings[kind]
  // after "Back to the original" the row stays with an empty subject, so that no version comes back
  const isOwn = Boolean(row?.subject)
  const { subject, before, after } = isOwn && row ? row : original
  return {
    kind,
    name,
    sent,
    placeholders: known.map((placeholder) => [placeholder, placeholders[placeholder]]),
    wording: { subject, before, after },
    isOwn,
    version: row?.version ?? 0,
  }
}

/** Every email that is sent. */
export const listWordings = (deps: Pick<Deps, 'db'>) =>
  wordingKinds.map((kind) => wordingOf(deps, kind))

/** The kind that a word names; `null` for any other word. */
export const readWordingKind = (word: string): WordingKind | null =>
  wordingKinds.find((kind) => kind === word) ?? null

const wordingKinds = Object.keys(emailWordings) as WordingKind[]
