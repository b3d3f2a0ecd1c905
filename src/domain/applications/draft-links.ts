import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { emptyLog } from '#db/log.ts'
import { applications } from '#db/schema/applications.ts'
import { draftLinks } from '#db/schema/clients.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { minutes } from '#src/domain/calendar.ts'
import { endFormBrowsers } from '#src/domain/clients/form-browsers.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { type EmailLink, linkLifetime, newEmailLink } from '#src/domain/jobs/email-links.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { transactByLink } from '#src/domain/second-press.ts'
import { emailKey, mailboxKey } from '#src/forms/fields/normalised.ts'
import { faultOf } from '#src/forms/fields/schema.ts'
import { hashToken } from '#src/security/tokens.ts'
import { authorize } from './access.ts'
import { type Application, applicantAddress } from './application.ts'
import { grantDraft, openedHere } from './draft-access.ts'
import { removeApplication } from './drafts.ts'

type DraftLinkPurpose = 'resume' | 'delete'

/** A used link still opens the draft for this long, for a reader who clicks twice. */
const usedLinkTime = minutes(1)

/**
 * Creates a draft link when its email is sent. Returns `null` when the draft is gone or its applicant has another
 * address, and `''` when the link of this email was already used.
 */
export function createDraftLink(
  { db, now }: Store,
  draft: string,
  address: string,
  purpose: DraftLinkPurpose,
  { token, tokenHash, isMadeBefore }: EmailLink = newEmailLink(),
): string | null {
  const application = db.orm
    .select()
    .from(applications)
    .where(and(eq(applications.id, draft), eq(applications.status, 'draft')))
    .get()
  if (!application || emailKey(applicantAddress(application)) !== emailKey(address)) return null
  const expiresAt = now() + linkLifetime
  if (isMadeBefore) {
    const isUnused = gt(draftLinks.expiresAt, now() + usedLinkTime)
    const unused = and(eq(draftLinks.tokenHash, tokenHash), isUnused)
    const { changes } = db.orm.update(draftLinks).set({ expiresAt }).where(unused).run()
    return changes === 1 ? token : ''
  }
  const emailHash = hashToken(emailKey(address))
  db.orm
    .insert(draftLinks)
    .values({ tokenHash, application: application.seq, purpose, emailHash, expiresAt })
    .run()
  return token
}

/**
 * Opens the draft in the browser of `browserToken` and takes it from every other browser, because whoever reads the
 * email owns the address. Refuses 'invalid'.
 */
export function takeOverDraft(
  deps: Deps,
  actor: Applicant,
  token: string,
  browserToken: string | null,
): { application: Application; token: string } {
  return transact(deps, (tx) => {
    const application = useLink(tx, token, 'resume')
    // using a link again does not make it last longer
    tx.db.orm
      .update(draftLinks)
      .set({ expiresAt: sql`min(${draftLinks.expiresAt}, ${tx.now() + usedLinkTime})` })
      .where(eq(draftLinks.tokenHash, hashToken(token)))
      .run()
    endFormBrowsers(tx, application.seq)
    recordEvent(tx, actor, { action: 'draft handed over', application: application.id })
    return { application, token: grantDraft(tx, application, browserToken) }
  })
}

/** Deletes the draft that a link names, and returns whether the reader's browser had it open. Refuses 'invalid'. */
export function deleteLinkedDraft(deps: Deps, token: string, actor: Applicant): boolean {
  const wasHere = transactByLink(deps, token, actor, (tx) => {
    const draft = useLink(tx, token, 'delete')
    const isOpenHere = openedHere(tx, actor, draft.id) !== null
    removeApplication(tx, { kind: 'system' }, draft, 'draft deleted by link')
    return isOpenHere
  })
  emptyLog(deps.db)
  return wasHere
}

export function removeExpiredDraftLinks({ db, now }: Deps) {
  db.orm.delete(draftLinks).where(lt(draftLinks.expiresAt, now())).run()
}

function useLink(deps: Deps, token: string, purpose: DraftLinkPurpose): Application {
  const application = linkedDraft(deps, token, purpose)
  if (!application) throw new Refusal('invalid', refusals.invalidDraftLink)
  return application
}

/**
 * Returns the draft that a link opens, or `null`. A link does not work while the applicant has another address, but it
 * is kept: otherwise the draft's holder could end another person's link by changing the address there and back.
 */
export function linkedDraft(
  { db, now }: Deps,
  token: string,
  purpose: DraftLinkPurpose,
): Application | null {
  const row = db.orm
    .select({ application: applications, emailHash: draftLinks.emailHash })
    .from(draftLinks)
    .innerJoin(applications, eq(applications.seq, draftLinks.application))
    .where(
      and(
        eq(draftLinks.tokenHash, hashToken(token)),
        eq(draftLinks.purpose, purpose),
        gt(draftLinks.expiresAt, now()),
        eq(applications.status, 'draft'),
      ),
    )
    .get()
  return row && row.emailHash === hashToken(emailKey(applicantAddress(row.application)))
    ? row.application
    : null
}

/**
 * Queues a draft link. Beyond a limit it silently sends nothing. Refuses what `authorize` refuses, 'invalid' without an
 * address that the applicant entered, and 'conflict' after the submit.
 */
export async function emailDraftLink(deps: Deps, actor: Applicant, id: string) {
  const draft = authorize(deps, actor, 'write-draft', id)
  if (draft.status !== 'draft') throw new Refusal('conflict', refusals.alreadySubmitted)
  const address = draft.mainEmail ?? ''
  const fault = draft.applicantEmail === null ? faultOf('mainEmail', address) : notTheirs
  if (fault) throw refusalAt('mainEmail', 'invalid', fault)
  refuseWhenFull(deps)
  if ((await deps.limits.take('linksOfDraft', id)) > 0) return
  if ((await deps.limits.take('draftLinkMail', hashToken(mailboxKey(address)))) > 0) return
  transact(deps, (tx) => {
    const minute = Math.floor(tx.now() / minutes(1))
    const link = { kind: 'draft-link', to: { name: '', address }, draft: id } as const
    enqueue(tx, link, `draft-link|${id}|${emailKey(address)}|${minute}`)
    recordEvent(tx, actor, { action: 'draft link requested', application: id })
  })
}

const notTheirs =
  'Our accounts team has entered this address. The link only goes to an address that you have typed yourself.'
