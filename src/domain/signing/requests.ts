import { and, eq, getTableColumns, ne } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { signatureRequests } from '#db/schema/signing.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Actor, Applicant } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { type Application, applicantAddress } from '#src/domain/applications/application.ts'
import { draftErrors } from '#src/domain/applications/drafts.ts'
import {
  type SignatureRequest,
  signatureRequestOf,
  signingLifetimes,
} from '#src/domain/applications/signing-access.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days } from '#src/domain/calendar.ts'
import { endSigning } from '#src/domain/clients/form-browsers.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { emailsSince, enqueue, newestEmail } from '#src/domain/jobs/email-jobs.ts'
import { type EmailLink, newEmailLink } from '#src/domain/jobs/email-links.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { isSigned } from '#src/forms/fields/fields.ts'
import { emailKey, wholeMailbox } from '#src/forms/fields/normalised.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { networkKey } from '#src/security/addresses.ts'
import { wantsSigningEmails } from './refusals.ts'

export type NamedSigner = { signerAsked: string; signerEmail: string }

/** The limit of emails to one mailbox. */
const mostInDay = 3

/**
 * Sends a link to the person who has to sign, and ends an earlier one. Refuses what `authorize` refuses, 'invalid'
 * while an answer is missing, 'conflict' after the submit or at the address when its mailbox gets no more of these
 * emails, and 'too-many'.
 */
export async function requestSignature(
  deps: Deps,
  actor: Applicant,
  id: string,
  signer: NamedSigner,
): Promise<SignatureRequest> {
  completeDraft(deps, actor, id)
  await takeTurn(deps, 'signaturesOfDraft', id)
  await takeTurn(deps, 'signatureMail', networkKey(actor.address))
  return transact(deps, (tx) => {
    const draft = completeDraft(tx, actor, id)
    refuseWhenFull(tx)
    refuseMailbox(tx, signer.signerEmail)
    return ask(tx, actor, draft, signer)
  })
}

/**
 * Ends the open request, so that the applicant can sign or ask somebody else. It does nothing when there is no request.
 */
export function withdrawSignatureRequest(deps: Deps, actor: Applicant, id: string) {
  transact(deps, (tx) => {
    const draft = draftOf(tx, actor, id)
    if (!signatureRequestOf(tx, draft)) return
    endSigning(tx, draft.seq)
    recordEvent(tx, actor, { action: 'signature request withdrawn', application: id })
  })
}

/** Ends the requests to the address of a person who is being erased. What that person has signed stays signed. */
export function endRequestsTo(tx: Writing<Store>, address: string, actor: Actor) {
  const { orm } = tx.db
  const open = orm
    .select({ seq: applications.seq, id: applications.id })
    .from(signatureRequests)
    .innerJoin(applications, eq(applications.seq, signatureRequests.application))
    .where(
      and(eq(signatureRequests.emailKey, emailKey(address)), ne(signatureRequests.state, 'signed')),
    )
    .all()
  for (const { seq, id } of open) {
    endSigning(tx, seq)
    recordEvent(tx, actor, { action: 'signature request withdrawn', application: id })
  }
}

/**
 * Returns the draft. Refuses 'invalid' while an answer is missing, except for the signature and the signer's name,
 * position and date.
 */
function completeDraft(deps: Store, actor: Applicant, id: string): Application {
  const draft = draftOf(deps, actor, id)
  const errors = Object.fromEntries(
    Object.entries(draftErrors(deps, draft, sectionNumbers)).filter(([name]) => !isSigned(name)),
  )
  if (Object.keys(errors).length > 0)
    throw new Refusal('invalid', refusals.checkAnswers, { errors })
  return draft
}

function draftOf(deps: Store, actor: Applicant, id: string): Application {
  const draft = authorize(deps, actor, 'write-draft', id)
  if (draft.status !== 'draft') throw new Refusal('conflict', refusals.alreadySubmitted)
  return draft
}

async function takeTurn(deps: Deps, name: 'signaturesOfDraft' | 'signatureMail', key: string) {
  const wait = await deps.limits.take(name, key)
  if (wait > 0) throw new Refusal('too-many', refusals.signersAsked, { retryAfter: wait })
}

/** Refuses 'conflict' in the same words for each reason, so that nobody learns who does not want these emails. */
function refuseMailbox(tx: Writing<Deps>, address: string) {
  const most = Math.ceil(mostInDay * tx.env.RATE_LIMIT_FACTOR)
  const mailbox = wholeMailbox(address)
  const sent = [mailbox, mailbox.replace('@', '+@')].map((each) =>
    emailsSince(tx, each, ['signature-request'], tx.now() - days(1)),
  )
  const isFull = sent.reduce((sum, emails) => sum + emails) >= most
  if (isFull || !wantsSigningEmails(tx, address))
    throw refusalAt('signerEmail', 'conflict', refusals.signerNotReached)
}

function ask(
  tx: Writing<Deps>,
  actor: Applicant,
  draft: Application,
  { signerAsked: name, signerEmail: email }: NamedSigner,
): SignatureRequest {
  const { seq, id } = draft
  // `askedAt` identifies a request, so it must differ from that of the request before
  const askedAt = Math.max(tx.now(), (signatureRequestOf(tx, draft)?.askedAt ?? 0) + 1)
  endSigning(tx, seq)
  const request = tx.db.orm
    .insert(signatureRequests)
    .values({
      application: seq,
      name,
      email,
      emailKey: emailKey(email),
      askedAt,
      expiresAt: askedAt + signingLifetimes.link,
    })
    .returning()
    .get()
  const { businessName } = draft
  const askedBy = applicantAddress(draft)
  const about = { draft: id, businessName: businessName ?? '', askedBy, askedAt }
  const to = { name, address: email }
  enqueue(tx, { kind: 'signature-request', ...about, to }, emailOf(id, askedAt))
  recordEvent(tx, actor, {
    action: 'signature requested',
    application: id,
    changes: [
      { field: 'signer', before: null, after: name },
      { field: 'signerEmail', before: null, after: email },
      { field: 'askedBy', before: null, after: askedBy },
    ],
  })
  return request
}

const emailOf = (draft: string, askedAt: number) => `signature-request|${draft}|${askedAt}`

/** Returns whether the email with the link has failed for good, or was discarded by staff. */
export function isUndelivered(deps: Store, draft: string, { askedAt }: SignatureRequest): boolean {
  const state = newestEmail(deps, emailOf(draft, askedAt))?.state
  return state === 'dead' || state === 'discarded'
}

/**
 * Creates the link when its email is sent. Returns `null` when the request has ended, and '' when the link of this
 * email was already used.
 */
export function createSignatureLink(
  deps: Writing<Store>,
  { draft, askedAt }: { draft: string; askedAt: number },
  link: EmailLink = newEmailLink(),
): string | null {
  const asked = askedFor(deps, draft)
  if (asked?.state !== 'waiting' || asked.askedAt !== askedAt) return null
  if (!link.mayReplace(asked)) return ''
  deps.db.orm
    .update(signatureRequests)
    .set({ tokenHash: link.tokenHash, expiresAt: deps.now() + signingLifetimes.link })
    .where(eq(signatureRequests.application, asked.application))
    .run()
  if (!link.isMadeBefore)
    recordEvent(deps, { kind: 'system' }, { action: 'signature link sent', application: draft })
  return link.token
}

const askedFor = ({ db }: Store, id: string) =>
  db.orm
    .select(getTableColumns(signatureRequests))
    .from(signatureRequests)
    .innerJoin(applications, eq(applications.seq, signatureRequests.application))
    .where(eq(applications.id, id))
    .get()
