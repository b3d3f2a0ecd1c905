import type { Deps } from '#src/deps.ts'
import { clientOf } from '#src/domain/accounts/clients.ts'
import { ownerName } from '#src/domain/accounts/owners.ts'
import type { Admin, ApiKey } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import {
  type Application,
  directorsOf,
  signaturesOf,
} from '#src/domain/applications/application.ts'
import { mailStatus } from '#src/domain/mailing/mail-status.ts'
import { filesOf } from '#src/domain/requests/files.ts'
import { requestsOf } from '#src/domain/requests/requests.ts'
import { documentKindsOf } from '#src/domain/sealing/documents.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { agreedOf } from './decision-record.ts'
import { reviewerFlags } from './flags.ts'
import { proposalOf } from './proposals.ts'
import { newest, timelineOf } from './timeline.ts'

export type AdminRecord = ReturnType<typeof adminRecord>

/**
 * One application for an admin, or with an API key without what the customer was asked; its history, notes and emails
 * from a place on. Refuses 'unknown'.
 */
export function readAdminRecord(
  deps: Deps,
  actor: Admin | ApiKey,
  id: string,
  from = newest,
): AdminRecord {
  const record = adminRecord(deps, authorize(deps, actor, 'read', id), from)
  return actor.kind === 'admin' ? record : forApiKey(record)
}

/** Remarks and proposals are for people of the back office. */
function forApiKey(record: AdminRecord): AdminRecord {
  const history = record.history.map((entry) => ({
    ...entry,
    changes: entry.action.startsWith('approval propos')
      ? []
      : entry.changes.filter(({ field }) => field !== 'remark'),
  }))
  const agreed = record.agreed && { ...record.agreed, remark: null }
  return { ...record, agreed, history, proposal: null, requests: [] }
}

/**
 * An application as the admin reads it: every field of the form, instants as ISO in UTC, signature images as data URIs,
 * directors, and beside them what only reviewers see: flags, history, notes, emails.
 */
export function adminRecord(deps: Deps, application: Application, from = newest) {
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
    remindedAt: instant(fields.remindedAt),
    owner: ownerName(deps, fields.owner),
    authSignature: authorisation && toDataUri(authorisation.png),
    typedSignature: authorisation?.typedName ?? null,
    financeSignature: finance && toDataUri(finance.png),
    directors: directorsOf(deps, application),
    documents: documentKindsOf(deps, application),
    signInEmail: clientOf(deps, application)?.email ?? null,
    mail: mailStatus(deps),
    proposal: shownProposal(deps, application),
    agreed: agreedOf(deps, application),
    requests: requestRows(deps, application),
    flags: reviewerFlags(deps, application, authorisation),
    ...timelineOf(deps, application.id, from),
  }
}

function shownProposal(deps: Deps, application: Application) {
  const proposal = proposalOf(deps, application)
  if (!proposal) return null
  const { proposedById: _, ...shown } = proposal
  return { ...shown, proposedAt: instant(shown.proposedAt) }
}

/** What the customer was asked for and answered, newest first. */
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

function instant(at: number): string
function instant(at: number | null): string | null
function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
