import { eq } from 'drizzle-orm'
import { notes } from '#db/schema/admins.ts'
import { applications } from '#db/schema/applications.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { amendApplication, checkPreviousAddress } from '#src/domain/applications/amend.ts'
import { type Application, findApplication } from '#src/domain/applications/application.ts'
import { holderOf } from '#src/domain/applications/duplicates.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { changeSignInAddress, clientByApplication } from '#src/domain/clients/clients.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { refuseChanged } from '#src/domain/decisions/changed-since.ts'
import { openChecks } from '#src/domain/decisions/checks.ts'
import { agreedOf } from '#src/domain/decisions/decision-record.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { ownerName, possibleOwners } from '#src/domain/staff/owners.ts'
import { agreedTexts, allowed } from '#src/forms/admin/decisions.ts'
import type { FieldValues } from '#src/forms/fields/fields.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'

/**
 * Stores an edit by staff. `expected` is the version that the page showed. Refuses 'invalid', 'stale', and 'conflict'
 * when the address is taken.
 */
export function editApplication(
  deps: Deps,
  actor: Admin,
  id: string,
  fields: FieldValues,
  expected: number | null,
): Application {
  return transact(deps, (tx) => {
    const before = authorize(tx, actor, 'amend', id)
    refuseChanged(tx, before, expected)
    refuseHeldAddress(tx, before, fields)
    checkPreviousAddress(tx, before, fields)
    refuseAccountType(tx, before, fields)
    return amendApplication(tx, actor, before, { fields }).application
  })
}

/**
 * Refuses 'conflict' when the address is taken, and names the holder to staff. The holder gets no email about a mistake
 * by staff.
 */
function refuseHeldAddress(deps: Store, before: Application, { mainEmail }: FieldValues) {
  const holder = typeof mainEmail === 'string' ? holderOf(deps, mainEmail, before) : null
  if (!holder) return
  throw heldBy(deps, holder.id, 'mainEmail', refusals.duplicateEmail)
}

function heldBy(deps: Store, holder: string, field: string, why: string): Refusal {
  const { id, businessName } = findApplication(deps, holder)
  const message = `${why}: ${businessName ?? 'a business without a name'} (${id})`
  return new Refusal('conflict', message, { errors: { [field]: message }, holder: id })
}

/**
 * Refuses 'invalid' for an edit that gives an approved account credit without a limit or with open checks, or leaves a
 * cash account with a limit.
 */
export function refuseAccountType(deps: Store, before: Application, { accountType }: FieldValues) {
  if (accountType === undefined || accountType === before.accountType) return
  if (allowed(before.status).includes('approved')) return
  const isCredit = accountType === 'credit'
  const isLimited =
    isCredit &&
    (companyOf(deps).secondPersonAbove !== null ||
      openChecks(deps, { ...before, accountType }).length > 0)
  if (!isLimited && (agreedOf(deps, before)?.creditLimit ?? null) === null) return
  throw refusalAt('accountType', 'invalid', agreedTexts.typeApproved)
}

/**
 * Makes the actor or a colleague the owner of the application, or with `null` releases it. The version stays the same.
 * Refuses 'conflict' for a draft or when the owner has changed since, and 'invalid' for a colleague who may not decide.
 */
export function setOwner(
  deps: Deps,
  actor: Admin,
  id: string,
  expected: string | null,
  to: string | null,
) {
  transact(deps, (tx) => {
    const application = authorize(tx, actor, 'decide', id)
    if (application.status === 'draft')
      throw new Refusal('conflict', 'A draft belongs to nobody before it is submitted')
    const before = ownerName(tx, application.owner)
    if (before !== expected)
      throw new Refusal(
        'conflict',
        before ? `This belongs to ${before} now` : 'This belongs to nobody any more',
      )
    const owner = possibleOwners(tx).find(({ username }) => username === to)
    if (to !== null && !owner)
      throw refusalAt('colleague', 'invalid', 'Choose a colleague with an open account')
    if (to === before) return
    tx.db.orm
      .update(applications)
      .set({ owner: owner?.id ?? null })
      .where(eq(applications.seq, application.seq))
      .run()
    const verb = to === actor.username ? 'taken' : 'handed over'
    recordEvent(tx, actor, {
      action: to === null ? 'application released' : `application ${verb}`,
      application: id,
      changes: [{ field: 'owner', before, after: to }],
    })
  })
}

/** Adds a note. Notes never appear in the portal, a document or an email. */
export function addNote(deps: Deps, actor: Admin, id: string, text: string) {
  transact(deps, (tx) => {
    const { id: application } = authorize(tx, actor, 'annotate', id)
    const row = { application, admin: actor.username, text, at: tx.now() }
    tx.db.orm.insert(notes).values(row).run()
    recordEvent(tx, actor, { action: 'note added', application })
  })
}

const taken = 'Another customer signs in with this address'
const draft = 'An unfinished application has this address'

/**
 * Moves the sign-in to another address. The new address gets a link and the old one a notice, and the password and all
 * sessions end. Refuses 'conflict' when the address is taken or there is no portal account.
 */
export function moveSignIn(deps: Deps, actor: Admin, id: string, email: string): string {
  return transact(deps, (tx) => {
    const application = authorize(tx, actor, 'move-sign-in', id)
    const client = clientByApplication(tx, application)
    if (!client) throw new Refusal('conflict', 'This application has no portal account yet')
    if (client.emailKey === emailKey(email)) return client.email
    refuseTaken(tx, application, email)
    changeSignInAddress(tx, client.id, email)
    recordEvent(tx, actor, {
      action: 'sign-in moved',
      application: id,
      changes: [{ field: 'signInEmail', before: client.email, after: email }],
    })
    const name = application.businessName ?? ''
    const key = `${client.id}|${tx.now()}`
    const tell = (kind: 'sign-in-moved' | 'sign-in-left', address: string) =>
      enqueue(tx, { kind, to: { name, address }, client: client.id }, `${kind}|${key}`)
    tell('sign-in-moved', email)
    tell('sign-in-left', client.email)
    return email
  })
}

function refuseTaken(deps: Deps, application: Application, email: string) {
  const holder = holderOf(deps, email, application)
  if (!holder) return
  throw heldBy(deps, holder.id, 'signInEmail', holder.status === 'draft' ? draft : taken)
}
