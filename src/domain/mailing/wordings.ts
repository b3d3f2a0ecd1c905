import { eq } from 'drizzle-orm'
import { emailWordings } from '#db/schema/company.ts'
import type { Change } from '#db/schema/events.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { wordingFields, wordingTexts } from '#src/forms/company/email-wording.ts'
import {
  placeholders,
  placeholdersFor,
  type Wording,
  wordsProblem,
} from '#src/mail/content/words.ts'
import type { Kind } from '#src/mail/email.ts'
import { type EmailKind, emailGroups, emailKinds } from '#src/mail/messages/kinds.ts'
import { emailName } from '#src/mail/messages/names.ts'

export function wordingOf({ db }: Store, kind: EmailKind) {
  const row = db.orm.select().from(emailWordings).where(eq(emailWordings.kind, kind)).get()
  const { sent, original, sample } = emailKinds[kind]
  // after "Back to Standard Wording" the row stays with an empty subject, so that no version comes back
  const isOwn = Boolean(row?.subject)
  const { subject, before, after } = isOwn && row ? row : original
  return {
    kind,
    name: emailName(kind),
    sent,
    placeholders: placeholdersFor(sample).map((name): [string, string] => [
      name,
      placeholders[name],
    ]),
    wording: { subject, before, after },
    isOwn,
    version: row?.version ?? 0,
  }
}

export type EmailWording = ReturnType<typeof wordingOf>

export const listWordings = (deps: Store) =>
  emailGroups.map(({ kinds, ...group }) => ({
    ...group,
    emails: (Object.keys(kinds) as EmailKind[]).map((kind) => wordingOf(deps, kind)),
  }))

export type WordingGroup = ReturnType<typeof listWordings>[number]

export const readEmailKind = (word: string): EmailKind | null =>
  kinds.find((kind) => kind === word) ?? null

const kinds = Object.keys(emailKinds) as EmailKind[]

export function wordsReader(deps: Deps, kind: EmailKind) {
  const { salesEmail, telephone } = companyOf(deps)
  const ownAddress = new RegExp(salesEmail.replace(/[^\w@]/g, '\\$&'), 'gi')
  const placeholders = placeholdersFor(emailKinds[kind].sample)
  return function readWords(typed: string): { text: string; problem: string | null } {
    const text = typed.replace(ownAddress, '{sales email}')
    const noTelephone = !telephone && text.includes('{telephone}') ? wordingTexts.noTelephone : null
    return { text, problem: wordsProblem(text, placeholders) ?? noTelephone }
  }
}

/** For the preview: a wording that promises a file which many emails of this kind go without; `null` for the others. */
export function wordingWarning(kind: EmailKind, words: Wording): string | null {
  const { to, document } = emailKinds[kind] as Pick<Kind<unknown>, 'to' | 'document'>
  if (to !== 'customer' || !document || kind === 'documents') return null
  const promisesFile = wordingFields.some((field) => /attach|enclos/i.test(words[field]))
  return promisesFile ? wordingTexts.promisesFile : null
}

/** Refuses 'stale' when another version than `shownVersion` counts now. */
export function saveWording(
  deps: Deps,
  admin: Admin,
  kind: EmailKind,
  wording: Wording,
  shownVersion: number,
) {
  transact(deps, (tx) => {
    const { wording: before, version } = wordingOf(tx, kind)
    const changes: Change[] = wordingFields
      .filter((field) => before[field] !== wording[field])
      .map((field) => ({ field, before: before[field], after: wording[field] }))
    if (changes.length === 0) return
    if (version !== shownVersion) {
      const errors = Object.fromEntries(
        changes.map(({ field, before }) => [field, wordingTexts.nowSaved(before)]),
      )
      throw new Refusal('stale', wordingTexts.stale, { errors })
    }
    const { original } = emailKinds[kind]
    const isOriginal = wordingFields.every((field) => wording[field] === original[field])
    const row = {
      ...(isOriginal ? { subject: '', before: '', after: '' } : wording),
      kind,
      version: version + 1,
      updatedAt: tx.now(),
    }
    tx.db.orm
      .insert(emailWordings)
      .values(row)
      .onConflictDoUpdate({ target: emailWordings.kind, set: row })
      .run()
    recordEvent(tx, admin, { action: 'email wording changed', section: kind, changes })
  })
}

export const restoreWording = (deps: Deps, admin: Admin, kind: EmailKind, shownVersion: number) =>
  saveWording(deps, admin, kind, emailKinds[kind].original, shownVersion)
