import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { draftLinks } from '#db/schema/clients.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { hours, minutes } from '#src/domain/calendar.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { transactByLink } from '#src/domain/second-press.ts'
import { emailKey, mailboxKey } from '#src/forms/fields/normalised.ts'
import { faultOf } from '#src/forms/fields/schema.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { authorize } from './access.ts'
import { type Application, applicantAddress } from './application.ts'
import { accessOf, draftsOf, grantHandedOver, moveDraft } from './draft-access.ts'
import { removeApplication } from './drafts.ts'

type DraftLinkPurpose = 'resume' | 'delete'

export const draftLinkLifetime = hours(24)

/** Called as its email is sent; `null` when the draft is gone or its applicant has another address. */
export function createDraftLink(
  { db, now }: Deps,
  draft: string,
  address: string,
  purpose: DraftLinkPurpose,
): string | null {
  const application = db.orm
    .select()
    .from(applications)
    .where(and(eq(applications.id, draft), eq(applications.status, 'draft')))
    .get()
  if (!application || emailKey(applicantAddress(application)) !== emailKey(address)) return null
  const token = newToken()
  db.orm
    .insert(draftLinks)
    .values({
      tokenHash: hashToken(token),
      application: application.seq,
      purpose,
      emailHash: hashToken(emailKey(address)),
      expiresAt: now() + draftLinkLifetime,
    })
    .run()
  return token
}

/** The other browsers lose it, because who reads the mail owns the address. Refuses 'invalid'. */
export function takeOverDraft(
  deps: Deps,
  actor: Applicant,
  token: string,
  browserToken: string | null,
): { application: Application; token: string } {
  return transact(deps, (deps) => {
    const application = useLink(deps, token, 'resume')
    // used again, it does not last longer
    deps.db.orm
      .update(draftLinks)
      .set({ expiresAt: sql`min(${draftLinks.expiresAt}, ${deps.now() + minutes(1)})` })
      .where(eq(draftLinks.tokenHash, hashToken(token)))
      .run()
    moveDraft(deps, application)
    recordEvent(deps, actor, { action: 'draft handed over', application: application.id })
    return { application, token: grantHandedOver(deps, application, browserToken) }
  })
}

/** Whether the reader's browser had the draft, open or moved. Refuses 'invalid'. */
export function deleteLinkedDraft(deps: Deps, token: string, actor: Applicant): boolean {
  const { tokenHash } = actor
  return transactByLink(deps, token, actor, (deps) => {
    const draft = useLink(deps, token, 'delete')
    const wasHere = tokenHash !== null && accessOf(deps, draft, tokenHash) !== null
    removeApplication(deps, { kind: 'system' }, draft, 'draft deleted by link')
    return wasHere
  })
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
 * A link is dead while the applicant has another address, but not deleted: else the draft's holder could end another
 * person's link by changing the address there and back.
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
 * Past a limit nothing is sent or said. Refuses as `authorize`, 'invalid' without an address of the applicant's own,
 * 'conflict' after the submit.
 */
export async function emailDraftLink(deps: Deps, actor: Applicant, id: string) {
  await email(deps, actor, authorize(deps, actor, 'write-draft', id), 'write')
}

/** The draft that left this browser goes back only through its own address. Refuses as `emailDraftLink`. */
export async function emailMovedDraftLink(deps: Deps, actor: Applicant) {
  const { moved } = draftsOf(deps, actor)
  if (!moved) throw new Refusal('unknown', refusals.unknownApplication)
  await email(deps, actor, moved, 'moved')
}

async function email(deps: Deps, actor: Applicant, draft: Application, access: 'write' | 'moved') {
  const { id } = draft
  if (draft.status !== 'draft')
    throw new Refusal('conflict', refusals.alreadySubmitted, { code: 'ended' })
  const address = draft.mainEmail ?? ''
  const fault = draft.applicantEmail === null ? faultOf('mainEmail', address) : notTheirs
  if (fault) throw refusalAt('mainEmail', 'invalid', fault)
  refuseWhenFull(deps)
  if ((await deps.limits.take('linksOfDraft', id)) > 0) return
  if ((await deps.limits.take('draftLinkMail', hashToken(mailboxKey(address)))) > 0) return
  transact(deps, (deps) => {
    const minute = Math.floor(deps.now() / minutes(1))
    const link = { kind: 'draft-link', to: { name: '', address }, draft: id } as const
    enqueue(deps, link, `draft-link|${id}|${emailKey(address)}|${minute}|${access}`)
    recordEvent(deps, actor, { action: 'draft link requested', application: id })
  })
}

const notTheirs =
  'Our accounts team has entered this address. The link only goes to an address that you have typed yourself.'
