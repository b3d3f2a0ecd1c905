import { and, eq, gt } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { type Change, eventChanges, events } from '#db/schema/events.ts'
import { signatureRequests, signingBrowsers } from '#db/schema/signing.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Signer } from '#src/domain/actor.ts'
import { type Application, applicantAddress } from '#src/domain/applications/application.ts'
import {
  isWaiting,
  type SignatureRequest,
  signatureRequestOf,
  signingHere,
} from '#src/domain/applications/signing-access.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days } from '#src/domain/calendar.ts'
import { emailsSince, enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { isField, isSigned } from '#src/forms/fields/fields.ts'
import { faultOf } from '#src/forms/fields/schema.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { refuseSigningEmails } from './refusals.ts'

export type Asked = { application: Application; request: SignatureRequest }

/**
 * Returns what a link asks somebody to sign, or `null` when the link has ended. This does not use up the link, because
 * mail scanners open links too.
 */
export function askedByLink(deps: Store, token: string): Asked | null {
  const row = deps.db.orm
    .select({ application: applications, request: signatureRequests })
    .from(signatureRequests)
    .innerJoin(applications, eq(applications.seq, signatureRequests.application))
    .where(and(eq(signatureRequests.tokenHash, hashToken(token)), eq(applications.status, 'draft')))
    .get()
  return row && isWaiting(deps, row.request) ? row : null
}

/**
 * Returns a new secret that opens the application for its signer. It replaces the browser's present secret, and also
 * opens what that one has opened. Refuses 'invalid'.
 */
export function openSignatureLink(
  deps: Deps,
  actor: Signer,
  token: string,
): { application: Application; token: string } {
  return transact(deps, (tx) => {
    const { application, request } = askedOf(tx, token)
    const secret = newToken()
    const tokenHash = hashToken(secret)
    const { seq } = recordEvent(
      tx,
      { ...actor, tokenHash },
      { action: 'signature link opened', application: application.id },
    )
    carryOver(tx, actor.tokenHash, tokenHash, application)
    tx.db.orm
      .insert(signingBrowsers)
      .values({
        tokenHash,
        application: application.seq,
        access: 'sign',
        openedIn: seq,
        expiresAt: request.expiresAt,
      })
      .run()
    return { application, token: secret }
  })
}

function askedOf(deps: Store, token: string): Asked {
  const asked = askedByLink(deps, token)
  if (!asked) throw new Refusal('invalid', refusals.invalidSignatureLink)
  return asked
}

/** Moves the browser's other applications to the new secret. The old secret no longer opens anything. */
function carryOver(
  { db }: Writing<Store>,
  before: string | null,
  after: string,
  { seq }: Application,
) {
  if (before === null) return
  const ofBrowser = eq(signingBrowsers.tokenHash, before)
  db.orm
    .delete(signingBrowsers)
    .where(and(ofBrowser, eq(signingBrowsers.application, seq)))
    .run()
  db.orm.update(signingBrowsers).set({ tokenHash: after }).where(ofBrowser).run()
}

/** Ends the link, and tells the applicant why. Refuses 'unknown' when the link has already ended. */
export function sendBack(deps: Deps, actor: Signer, id: string, note: string) {
  transact(deps, (tx) => {
    const { application } = askedHere(tx, actor, id)
    endRequest(tx, application, 'returned', note)
    const changes = [{ field: 'returnNote', before: null, after: note }]
    recordEvent(tx, actor, { action: 'application sent back', application: id, changes })
  })
}

/**
 * Declines to sign ("This is not for me"), by the link or in the browser that has opened the link, and stops further
 * emails to the signer. Refuses what `openSignatureLink` or `sendBack` refuses.
 */
export function declineToSign(deps: Deps, actor: Signer, at: { token: string } | { id: string }) {
  transact(deps, (tx) => {
    const { application, request } =
      'token' in at ? askedOf(tx, at.token) : askedHere(tx, actor, at.id)
    refuseSigningEmails(tx, request.email)
    endRequest(tx, application, 'declined', null)
    recordEvent(tx, actor, { action: 'signature declined', application: application.id })
  })
}

function askedHere(deps: Store, actor: Signer, id: string): Asked {
  const signing = signingHere(deps, actor, id)
  const request = signing && signatureRequestOf(deps, signing.application)
  if (signing?.access !== 'sign' || !request) throw new Refusal('unknown', refusals.notToSign)
  return { application: signing.application, request }
}

function endRequest(
  tx: Writing<Deps>,
  application: Application,
  state: 'returned' | 'declined',
  note: string | null,
) {
  const { seq } = application
  tx.db.orm.delete(signingBrowsers).where(eq(signingBrowsers.application, seq)).run()
  const request = tx.db.orm
    .update(signatureRequests)
    .set({ state, note, endedAt: tx.now(), tokenHash: null })
    .where(eq(signatureRequests.application, seq))
    .returning()
    .get()
  tellApplicant(tx, application, request)
}

/** The limit of emails to one mailbox. The form tells the applicant as well. */
const mostInDay = 3

function tellApplicant(
  tx: Writing<Deps>,
  draft: Application,
  { name, note, askedAt }: SignatureRequest,
) {
  const address = applicantAddress(draft)
  if (faultOf('mainEmail', address)) return
  if (emailsSince(tx, address, ['signature-returned'], tx.now() - days(1)) >= mostInDay) return
  const { id, businessName } = draft
  const to = { name: businessName ?? '', address }
  enqueue(
    tx,
    { kind: 'signature-returned', to, draft: id, signer: name, note },
    `signature-returned|${id}|${askedAt}`,
  )
}

/**
 * Returns how the answers differ from those that the signer saw when the link was opened, each with its first and its
 * last value.
 */
export function changedSinceOpened({ db }: Store, { id }: Application, openedIn: number): Change[] {
  const rows = db.orm
    .select({ changes: eventChanges.changes })
    .from(events)
    .innerJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(and(eq(events.application, id), gt(events.seq, openedIn)))
    .orderBy(events.seq)
    .all()
  const changes = new Map<string, Change>()
  for (const change of rows.flatMap(({ changes }) => changes))
    if (isAnswer(change.field))
      changes.set(change.field, {
        ...change,
        before: (changes.get(change.field) ?? change).before,
      })
  return [...changes.values()].filter(
    ({ before, after, unrecorded }) => unrecorded || before !== after,
  )
}

const isAnswer = (field: string) => field === 'directors' || (isField(field) && !isSigned(field))
