import { and, desc, eq, lt } from 'drizzle-orm'
import { notes } from '#db/schema/admins.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Deps, Store } from '#src/deps.ts'
import { clientOf } from '#src/domain/accounts/clients.ts'
import { ownerName } from '#src/domain/accounts/owners.ts'
import type { Admin, ApiKey } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import {
  type Application,
  directorsOf,
  signaturesOf,
} from '#src/domain/applications/application.ts'
import { eventsBefore } from '#src/domain/audit/events.ts'
import { documentKindsOf } from '#src/domain/documents/stored-documents.ts'
import { isEmail } from '#src/domain/jobs/jobs.ts'
import { mailStatus } from '#src/domain/mailing/status.ts'
import { filesOf } from '#src/domain/portal/answers.ts'
import { requestsOf } from '#src/domain/portal/requests.ts'
import { reasonWords } from '#src/mail/mailer.ts'
import { emailName } from '#src/mail/messages/kinds.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { agreedOf } from './decision-record.ts'
import { reviewerFlags } from './flags.ts'
import { proposalOf } from './proposals.ts'

/** Every field, instants as ISO in UTC, signatures as data URIs. */
export function adminRecord(deps: Deps, application: Application) {
  const {
    seq: _seq,
    telephoneKey: _telephoneKey,
    mainEmailKey: _mainEmailKey,
    applicantEmail: _applicantEmail,
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
    remindedAt: instant(fields.remindedAt),
    owner: ownerName(deps, fields.owner),
    authSignature: authorisation && toDataUri(authorisation.png),
    typedSignature: authorisation?.typedName ?? null,
    financeSignature: finance && toDataUri(finance.png),
    directors: directorsOf(deps, application),
    documents: documentKindsOf(deps, application),
    signInEmail: clientOf(deps, application)?.email ?? null,
    proposal: shownProposal(deps, application),
    agreed: agreedOf(deps, application),
  }
}

function shownProposal(deps: Deps, application: Application) {
  const proposal = proposalOf(deps, application)
  if (!proposal) return null
  const { proposedById: _, ...shown } = proposal
  return { ...shown, proposedAt: instant(shown.proposedAt) }
}

/** From UTC milliseconds to ISO. */
export function instant(at: number): string
export function instant(at: number | null): string | null
export function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

export type AdminRecord = ReturnType<typeof wholeRecord>

/** The record with its history, notes and emails from a place on; an API key reads less. Refuses 'unknown'. */
export function readAdminRecord(
  deps: Deps,
  actor: Admin | ApiKey,
  id: string,
  from = newest,
): AdminRecord {
  const record = wholeRecord(deps, authorize(deps, actor, 'read', id), from)
  return actor.kind === 'admin' ? record : forApiKey(record)
}

function forApiKey(record: AdminRecord): AdminRecord {
  const history = record.history.map((entry) => ({
    ...entry,
    changes: entry.action.startsWith('approval propos')
      ? []
      : entry.changes.filter(({ field }) => field !== 'remark'),
  }))
  const agreed = record.agreed && { ...record.agreed, remark: null }
  const earlier = { ...record.earlier, notes: null }
  const ofStaff = { proposal: null, requests: [], notes: [], flags: [] }
  return { ...record, ...ofStaff, agreed, history, earlier }
}

function wholeRecord(deps: Deps, application: Application, from: typeof newest) {
  const { authorisation } = signaturesOf(deps, application)
  return {
    ...adminRecord(deps, application),
    mail: mailStatus(deps),
    requests: requestRows(deps, application),
    flags: reviewerFlags(deps, application, authorisation),
    ...timelineOf(deps, application.id, from),
  }
}

const requestRows = (deps: Deps, application: Application) =>
  requestsOf(deps, application).map(
    ({ id, text, askedBy, askedAt, remindedAt, answer, answeredAt, closedAt }) => ({
      id,
      text,
      askedBy,
      askedAt: instant(askedAt),
      remindedAt: instant(remindedAt),
      answer,
      answeredAt: instant(answeredAt),
      closedAt: instant(closedAt),
      files: filesOf(deps, id),
    }),
  )

/** An application that is often edited has thousands of changes and emails. */
export const mostShown = 50

/** Which entries to begin before, as `earlier` names them; `null`: with the newest. */
export type TimelineCursor = Record<'history' | 'notes' | 'emails', number | null>

export const newest: TimelineCursor = { history: null, notes: null, emails: null }

export function timelineOf(deps: Store, id: string, from: TimelineCursor) {
  const history = historyOf(deps, id, from.history)
  const remarks = notesOf(deps, id, from.notes)
  const emails = emailsOf(deps, id, from.emails)
  return {
    history: history.shown,
    notes: remarks.shown,
    emails: emails.shown,
    earlier: { history: history.earlier, notes: remarks.earlier, emails: emails.earlier },
  }
}

export const notesOf = ({ db }: Store, application: string, before: number | null) =>
  cut(
    db.orm
      .select()
      .from(notes)
      .where(and(eq(notes.application, application), lt(notes.id, before ?? last)))
      .orderBy(desc(notes.id))
      .limit(mostShown + 1)
      .all(),
    ({ id, at, admin, text }) => ({ id, at: instant(at), by: admin, text }),
  )

const historyOf = (deps: Store, application: string, before: number | null) =>
  cut(
    eventsBefore(deps, application, before ?? last, mostShown + 1),
    ({ at, actorKind, actor, action, section, changes }) => ({
      at: instant(at),
      by: who[actorKind] ?? actor,
      action,
      section,
      changes: changes ?? [],
    }),
  )

const emailsOf = ({ db }: Store, application: string, before: number | null) =>
  cut(
    db.orm
      .select()
      .from(jobs)
      .where(and(eq(jobs.application, application), isEmail, lt(jobs.id, before ?? last)))
      .orderBy(desc(jobs.id))
      .limit(mostShown + 1)
      .all(),
    ({ kind, state, createdAt, sentAt, lastReason, attempts }) => ({
      kind,
      name: emailName(kind),
      state,
      at: instant(sentAt ?? createdAt),
      reason: lastReason && reasonWords(lastReason),
      attempts,
    }),
  )

/** One row more was asked for than fits. */
function cut<Row extends { id: number }, Shown>(rows: Row[], show: (row: Row) => Shown) {
  const shown = rows.slice(0, mostShown)
  return {
    shown: shown.map(show),
    earlier: rows.length > mostShown ? (shown.at(-1)?.id ?? null) : null,
  }
}

const last = Number.MAX_SAFE_INTEGER

/** Administrators are shown by name. */
const who: Record<string, string> = {
  applicant: 'Applicant',
  client: 'Customer',
  system: 'System',
}
