import { desc, eq, sql } from 'drizzle-orm'
import { outbox } from '#db/schema/mail.ts'
import { perConnection } from '#db/statements.ts'
import type { Deps } from '#src/deps.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { authorize } from './access.ts'
import type { Admin } from './actor.ts'
import { type Application, directorsOf, signaturesOf } from './applications.ts'
import { clientOf } from './clients.ts'
import { eventsOf } from './events.ts'
import { notesOf } from './notes.ts'
import { reviewerFlags } from './reviewer-flags.ts'

export type AdminRecord = ReturnType<typeof adminRecord>

/** One application for an admin; refuses 'unknown'. */
export const readAdminRecord = (deps: Deps, actor: Admin, id: string): AdminRecord =>
  adminRecord(deps, authorize(deps, actor, 'read', id))

/**
 * An application as the admin reads it (spec 3; contract 5.21): every field of the form, instants as ISO in UTC,
 * signature images as data URIs, directors, and beside them what only reviewers see: flags, history, notes, letters.
 */
export function adminRecord(deps: Deps, application: Application) {
  const {
    seq: _seq,
    telephoneKey: _telephoneKey,
    mainEmailKey: _mainEmailKey,
    coRegistrationKey: _coRegistrationKey,
    vatNoKey: _vatNoKey,
    ...fields
  } = application
  const { authorisation, finance } = signaturesOf(deps, application)
  return {
    ...fields,
    businessTypes: fields.businessTypes ?? [],
    createdAt: instant(fields.createdAt),
    updatedAt: instant(fields.updatedAt),
    submittedAt: instant(fields.submittedAt),
    approvedAt: instant(fields.approvedAt),
    rejectedAt: instant(fields.rejectedAt),
    authSignature: authorisation && toDataUri(authorisation.png),
    typedSignature: authorisation?.typedName ?? null,
    financeSignature: finance && toDataUri(finance.png),
    directors: directorsOf(deps, application),
    signInEmail: clientOf(deps, application)?.email ?? null,
    flags: reviewerFlags(deps, application),
    history: historyOf(deps, application.id),
    notes: notesOf(deps, application.id),
    letters: lettersOf(deps, application.id),
  }
}

/** Who did what and when, with old and new values, newest first. */
const historyOf = (deps: Deps, id: string) =>
  eventsOf(deps, id)
    .map(({ at, actorKind, actor, action, section, changes }) => ({
      at: instant(at),
      by: who[actorKind] ?? actor,
      action,
      section,
      changes: changes ?? [],
    }))
    .reverse()

/** The letters about an application and whether they have gone, newest first. */
const lettersOf = ({ db }: Deps, id: string) =>
  lettersBy(db)
    .all({ id })
    .map(({ kind, state, createdAt, sentAt, lastReason, attempts }) => ({
      kind,
      state,
      at: instant(sentAt ?? createdAt),
      reason: lastReason,
      attempts,
    }))

const lettersBy = perConnection((orm) =>
  orm
    .select()
    .from(outbox)
    .where(eq(outbox.application, sql.placeholder('id')))
    .orderBy(desc(outbox.id))
    .prepare(),
)

function instant(at: number): string
function instant(at: number | null): string | null
function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Actors that stand in the history by what they are; an administrator stands by name. */
const who: Record<string, string> = {
  applicant: 'Applicant',
  client: 'Customer',
  system: 'System',
}
