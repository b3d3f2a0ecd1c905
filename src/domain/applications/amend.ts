import { and, eq, gt } from 'drizzle-orm'
import type { Change } from '#db/schema/events.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Actor } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { dateIn, days } from '#src/domain/calendar.ts'
import {
  type Client,
  changeSignInAddress,
  clientByApplication,
} from '#src/domain/clients/clients.ts'
import { enqueue, enqueueEdit } from '#src/domain/jobs/email-jobs.ts'
import { tellEndpoints } from '#src/domain/jobs/webhook-jobs.ts'
import { refusalAt } from '#src/domain/refusal.ts'
import { ownerName } from '#src/domain/staff/owners.ts'
import { messages } from '#src/forms/fields/field.ts'
import type { FieldValues } from '#src/forms/fields/fields.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { type DirectorInput, faultOf } from '#src/forms/fields/schema.ts'
import { previousAddressNeeded } from '#src/forms/years-established.ts'
import {
  type Application,
  applicantAddress,
  changeApplication,
  changesOf,
  columnsOf,
  directorsChange,
  directorsOf,
  listDirectors,
} from './application.ts'
import { refuseTakenAddress } from './duplicates.ts'
import { signedDataOf } from './frozen-data.ts'

export type Amendment = { fields: FieldValues; directors?: DirectorInput[]; section?: string }

/**
 * Stores an edit of the answers, records its event and tells those concerned. The caller has checked the right. Refuses
 * 'conflict' when the main address is taken.
 */
export function amendApplication(
  deps: Writing<Deps>,
  actor: Actor,
  application: Application,
  { fields, directors, section }: Amendment,
): { application: Application; changes: Change[] } {
  const changes = changesOf(application, fields)
  const listed = directors && directorsChange(directorsOf(deps, application), directors)
  if (listed) changes.push(listed)
  if (changes.length === 0) return { application, changes }
  refuseTakenAddress(deps, fields.mainEmail, application)
  if (listed && directors) listDirectors(deps, application, directors)
  const applicantEmail = keptAddress(application, fields)
  const amended = changeApplication(deps, application, { ...columnsOf(fields), applicantEmail })
  recordEvent(deps, actor, {
    action: 'application amended',
    application: application.id,
    section,
    changes,
  })
  if (amended.status === 'draft') {
    tellApplicant(deps, amended, changes)
    return { application: amended, changes }
  }
  tellEndpoints(deps, 'application.updated', amended)
  if (actor.kind === 'client') tellStaff(deps, amended, section, changes)
  moveAddress(deps, application, amended)
  return { application: amended, changes }
}

/** Tells the applicant that staff have edited the draft, unless the draft's address is unfinished. */
function tellApplicant(deps: Writing<Deps>, draft: Application, changes: Change[]) {
  const { id, version } = draft
  const to = { name: '', address: applicantAddress(draft) }
  if (faultOf('mainEmail', to.address)) return
  const fields = changes.map(({ field }) => field)
  enqueue(deps, { kind: 'draft-edited', to, draft: id, fields }, `draft-edited|${id}|${version}`)
}

function tellStaff(
  deps: Writing<Deps>,
  { id, version, owner, businessName }: Application,
  section: string | undefined,
  changes: Change[],
) {
  const about = { application: id, businessName: businessName ?? '', owner: ownerName(deps, owner) }
  enqueueEdit(deps, { kind: 'client-edit', ...about, section: section ?? '', changes }, version)
}

function keptAddress(draft: Application, { mainEmail }: FieldValues): string | null {
  const own = applicantAddress(draft)
  if (draft.status !== 'draft' || mainEmail === undefined) return draft.applicantEmail
  return emailKey(String(mainEmail ?? '')) === emailKey(own) ? null : own
}

/** Refuses 'invalid' for an edit that leaves a young business without a previous address, unless it had none before. */
export function checkPreviousAddress(deps: Deps, before: Application, fields: FieldValues) {
  const after = { ...before, ...fields }
  if (after.previousAddress || !isNeeded(deps, after)) return
  if (!before.previousAddress && isNeeded(deps, before)) return
  throw refusalAt('previousAddress', 'invalid', messages.previousAddress)
}

const isNeeded = (deps: Deps, { businessEstablished }: FieldValues | Application) =>
  previousAddressNeeded(
    String(businessEstablished ?? ''),
    dateIn(deps.env.APP_TIMEZONE, deps.now()),
  )

/**
 * Moves the sign-in along with the main address, as long as the client has no password and the sign-in was not moved
 * elsewhere.
 */
function moveAddress(deps: Writing<Deps>, before: Application, after: Application) {
  const [from, to] = [before.mainEmail ?? '', after.mainEmail ?? '']
  const client = clientByApplication(deps, after)
  if (!client || !to || emailKey(from) === emailKey(to)) return
  const follows = client.passwordHash === null && client.emailKey === emailKey(from)
  if (follows) {
    changeSignInAddress(deps, client.id, to)
    const about = { to: { name: after.businessName ?? '', address: to }, client: client.id }
    enqueue(
      deps,
      { kind: 'sign-in-moved', ...about },
      `sign-in-moved|${client.id}|${after.version}`,
    )
  }
  notifyFormerAddress(deps, client, before, after.version)
}

const mostInDay = 3

/**
 * Tells the former main address that it was replaced. Anybody's address can be entered as the main address, so an
 * address gets no email unless it was in a signed application or is used for the sign-in.
 */
function notifyFormerAddress(
  deps: Writing<Deps>,
  client: Client,
  before: Application,
  version: number,
) {
  const { id, mainEmail } = before
  if (!mainEmail || !isKnown(deps, client, id, emailKey(mainEmail))) return
  if (sentToday(deps, id) >= mostInDay) return
  const to = { name: before.businessName ?? '', address: mainEmail }
  enqueue(deps, { kind: 'address-changed', application: id, to }, `address-changed|${version}`)
}

const isKnown = (deps: Deps, client: Client, application: string, key: string) =>
  client.emailKey === key ||
  emailKey(String(signedDataOf(deps, application)?.fields.mainEmail ?? '')) === key

const sentToday = ({ db, now }: Deps, application: string): number =>
  db.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.application, application),
        eq(jobs.kind, 'address-changed'),
        gt(jobs.createdAt, now() - days(1)),
      ),
    )
    .all().length
