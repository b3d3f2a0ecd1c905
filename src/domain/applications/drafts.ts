import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { emptyLog } from '#db/log.ts'
import { applications } from '#db/schema/applications.ts'
import { type Change, eventChanges, events } from '#db/schema/events.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Actor, Applicant } from '#src/domain/actor.ts'
import type { ErasingAction } from '#src/domain/audit/actions.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { publishedTerms, versionInForce } from '#src/domain/terms/versions.ts'
import type { FieldErrors } from '#src/forms/fields/field.ts'
import { fieldNames, fields } from '#src/forms/fields/fields.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { checkSection } from '#src/forms/fields/schema.ts'
import { isEmptySave, type Save } from '#src/forms/registration/save.ts'
import {
  type FormValues,
  type SectionNumber,
  sectionNumbers,
} from '#src/forms/registration/sections.ts'
import { newReference } from '#src/security/tokens.ts'
import { authorize } from './access.ts'
import { agreementDateOf, isFirstDay, withoutPreset } from './agreement-date.ts'
import {
  type Application,
  applicantAddress,
  authSignatureOf,
  changesOf,
  columnsOf,
  directorsChange,
  directorsOf,
  imageMark,
  listDirectors,
  type NewSignature,
  signaturesOf,
  storeSignature,
} from './application.ts'
import { extendDraft, grantDraft } from './draft-access.ts'
import type { DrawnSave } from './draw-signature.ts'
import { notifyingAddressOwner, refuseTakenAddress } from './duplicates.ts'
import { findRetried, type Retry, rememberRetry } from './retries.ts'
import { writeSearchText } from './search-text.ts'
import { tally } from './tally.ts'

/**
 * Creates a draft and a secret that opens it. A repeated first save gets the same application; after the submit, only a
 * double click may read it. Refuses 'invalid', 'conflict', and 'unknown' when a repeated save names a draft that is
 * gone.
 */
export function createDraft(
  deps: Deps,
  actor: Applicant,
  save: DrawnSave,
  { token, retry }: { token: string | null; retry: Retry | null },
): { application: Application; token: string | null } {
  const create = () =>
    transact(deps, (tx) => {
      const earlier = retry && findRetried(tx, retry)
      if (earlier === 'gone') throw new Refusal('unknown', refusals.draftNotOpen, { code: 'moved' })
      if (earlier) return { application: earlier, token: grantRetried(tx, earlier, token, retry) }
      if (isEmptySave(save)) throw new Refusal('invalid', refusals.nothingKnown)
      refuseWhenFull(tx)
      const at = tx.now()
      const termsVersion = shownVersion(tx, save)
      const blank = tx.db.orm
        .insert(applications)
        .values({ id: newReference(), createdAt: at, updatedAt: at, version: 0, termsVersion })
        .returning()
        .get()
      refuseBlank(tx, blank, save)
      tally(tx, 'started', blank)
      const application = checkAndStore(tx, actor, blank, save, 'draft created')
      if (retry) rememberRetry(tx, retry, application)
      return { application, token: grantDraft(tx, application, token) }
    })
  return notifyingAddressOwner(deps, create)
}

function grantRetried(
  tx: Writing<Deps>,
  earlier: Application,
  token: string | null,
  { isDoubleClick }: Retry,
): string | null {
  if (earlier.status === 'draft') return grantDraft(tx, earlier, token)
  return isDoubleClick ? grantDraft(tx, earlier, token, 'read') : null
}

/** Refuses an empty form with the messages of the fields that would have been checked. */
function refuseBlank(deps: Store, blank: Application, save: DrawnSave) {
  if (save.image || answerChanges(deps, blank, withoutPreset(deps, save)).length > 0) return
  const sections = save.section && !save.submits ? [save.section] : sectionNumbers
  const errors = draftErrors(deps, blank, sections, save)
  const [message = refusals.nothingKnown] = Object.values(errors)
  throw new Refusal('invalid', message, { errors })
}

const shownVersion = (deps: Deps, { termsVersion }: Save): string =>
  (termsVersion && publishedTerms(deps, termsVersion)?.version) || versionInForce(deps)

/** Saves a draft. Refuses what `authorize` refuses, and 'invalid', 'conflict' and 'too-large'. */
export function saveDraft(deps: Deps, actor: Applicant, id: string, save: DrawnSave): Application {
  const write = () =>
    transact(deps, (tx) => {
      const application = authorize(tx, actor, 'write-draft', id)
      if (isEmptySave(save)) throw new Refusal('invalid', refusals.nothingKnown)
      return checkAndStore(tx, actor, application, save, 'draft saved')
    })
  return notifyingAddressOwner(deps, write)
}

/** Deletes a draft. Refuses what `authorize` refuses, and 'conflict' after the submit. */
export function deleteDraft(deps: Deps, actor: Applicant, id: string) {
  transact(deps, (tx) => {
    const application = authorize(tx, actor, 'write-draft', id)
    if (application.status !== 'draft') throw new Refusal('conflict', refusals.alreadySubmitted)
    removeApplication(tx, actor, application, 'draft deleted')
  })
  emptyLog(deps.db)
}

/**
 * Checks the section that is being saved, with the stored and the sent answers together, and stores all answers.
 * Refuses 'invalid' unless the save is marked as unfinished, and 'conflict' when the address is taken.
 */
function checkAndStore(
  tx: Writing<Deps>,
  actor: Applicant,
  application: Application,
  save: DrawnSave,
  action: 'draft created' | 'draft saved',
): Application {
  if (application.status !== 'draft') return storeAnswers(tx, application, save).saved
  const errors = save.section === null ? {} : draftErrors(tx, application, [save.section], save)
  const [message] = Object.values(errors)
  if (message !== undefined) {
    refuseTakenAddress(tx, save.fields.mainEmail, application, errors)
    if (!save.isUnfinished) throw new Refusal('invalid', message, { errors })
  }
  const { saved, changes } = storeAnswers(tx, application, withoutPreset(tx, save))
  if (changes.length > 0) recordEvent(tx, actor, { action, application: application.id, changes })
  extendDraft(tx, saved)
  return saved
}

/**
 * Stores the answers of a save, and returns the changes for the event, which the caller records. After the submit it
 * accepts only the same answers. Refuses 'conflict', and 'stale' when the draft has changed since it was shown.
 */
export function storeAnswers(
  tx: Writing<Deps>,
  application: Application,
  save: DrawnSave,
): { saved: Application; changes: Change[] } {
  const { authSignature: _, ...fields } = save.fields
  const signature = signatureOf(tx, application, save)
  const changes = answerChanges(tx, application, save)
  const lists = changes.some(({ field }) => field === 'directors')
  if (signature) changes.push(signature.change)
  if (application.status !== 'draft') {
    if (changes.length > 0) throw new Refusal('conflict', refusals.alreadySubmitted)
    return { saved: application, changes }
  }
  const { version } = application
  if (version > 0 && changes.length > 0 && version !== (save.draftVersion || version))
    throw new Refusal('stale', refusals.staleRecord)
  refuseWhenFull(tx)
  refuseTakenAddress(tx, fields.mainEmail, application)
  if (lists && save.directors) listDirectors(tx, application, save.directors)
  if (signature) storeSignature(tx, application, signature)
  const address = changes.find(({ field }) => field === 'mainEmail')
  const stored = tx.db.orm
    .update(applications)
    .set({
      ...columnsOf(fields),
      ...(fields.agreementDate !== undefined && { agreementToday: save.agreesToday ?? false }),
      ...(address && { applicantEmail: keptAddress(tx, application, address.after ?? '') }),
      completionPercentage: Math.max(application.completionPercentage, save.percent),
      updatedAt: tx.now(),
      version: changes.length > 0 ? version + 1 : version,
    })
    .where(eq(applications.seq, application.seq))
    .returning()
    .get()
  const saved = writeSearchText(tx, stored)
  return { saved, changes: withinHistory(tx, application, changes) }
}

/** Returns the changes of a save, without the signature. */
export function answerChanges(deps: Store, application: Application, save: Save): Change[] {
  const { authSignature: _, ...fields } = save.fields
  const directors =
    save.directors && directorsChange(directorsOf(deps, application), save.directors)
  return [...changesOf(application, fields), ...(directors ? [directors] : [])]
}

/**
 * Returns the address that counts as the applicant's own. An address that somebody else entered first does not count
 * when a page that was opened in between sends it back.
 */
function keptAddress({ db }: Deps, draft: Application, sent: string): string | null {
  const own = applicantAddress(draft)
  const key = emailKey(sent)
  const first = db.orm
    .select({ actor: events.actorKind, changes: eventChanges.changes })
    .from(events)
    .innerJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(eq(events.application, draft.id))
    .orderBy(events.seq)
    .all()
    .find(({ changes }) =>
      changes.some(({ field, after }) => field === 'mainEmail' && emailKey(after ?? '') === key),
    )
  return !first || first.actor === 'applicant' || emailKey(own) === key ? null : own
}

/** Returns the signature to store, or `null` when the save has none or the stored one. */
function signatureOf(
  deps: Store,
  application: Application,
  { fields, typedName, ...save }: DrawnSave,
): (NewSignature & { change: Change }) | null {
  const { authSignature } = fields
  const image = save.image ?? null
  if ((typedName || authSignature) && !image) throw new Error('The signature has not been drawn')
  if (authSignature === undefined) return null
  const stored = signaturesOf(deps, application).authorisation
  const before = stored && imageMark(stored.png)
  const after = image && imageMark(image.png)
  if (before === after) return null
  return { change: { field: 'authSignature', before, after }, image, typedName: typedName ?? null }
}

/** In bytes, for all values in the history of a draft. It is about a hundred times the values of an ordinary form. */
const mostHistory = 256 * 1024

/** Returns the changes, but only the names of the fields once the history is full. */
function withinHistory({ db }: Writing<Deps>, { id }: Application, changes: Change[]): Change[] {
  const { bytes } = db.orm
    .select({ bytes: sql<number>`coalesce(sum(octet_length(${eventChanges.changes})), 0)` })
    .from(events)
    .innerJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(eq(events.application, id))
    .all()[0] ?? { bytes: 0 }
  if (bytes + Buffer.byteLength(JSON.stringify(changes)) <= mostHistory) return changes
  return changes.map(({ field }) => ({ field, before: null, after: null, unrecorded: true }))
}

export function draftValues(deps: Store, application: Application): FormValues {
  const stored = application as unknown as Record<string, unknown>
  const values: FormValues = {
    directors: directorsOf(deps, application).map(({ name, position }) => ({
      name,
      position: position ?? '',
    })),
  }
  for (const name of fieldNames) {
    const { type } = fields[name]
    const value = stored[name]
    if (value === null || value === undefined) continue
    if (name === 'agreementDate' && isFirstDay(deps, application)) continue
    if (type === 'choices') values[name] = value as string[]
    else if (type === 'yesNo') values[name] = value ? 'yes' : 'no'
    else values[name] = String(value)
  }
  return values
}

export function draftErrors(
  deps: Store,
  draft: Application,
  sections: readonly SectionNumber[],
  save?: Save,
): FieldErrors {
  const values = {
    ...draft,
    agreementDate: agreementDateOf(deps, draft),
    authSignature: authSignatureOf(deps, draft),
    ...save?.fields,
    directors: save?.directors ?? directorsOf(deps, draft),
  }
  const today = dateIn(deps.env.APP_TIMEZONE, deps.now())
  return Object.assign({}, ...sections.map((section) => checkSection(section, values, today)))
}

export const completeSections = (deps: Store, draft: Application) =>
  sectionNumbers.filter((number) => Object.keys(draftErrors(deps, draft, [number])).length === 0)

export const sectionToOpen = ({ completionPercentage }: Application) =>
  Math.min(sectionNumbers.length, Math.floor(completionPercentage / 20) + 1)

/**
 * Removes an application. Stored emails about a draft are kept, because they count towards the limit of further emails
 * to the same address.
 */
export function removeApplication(
  deps: Writing<Store>,
  actor: Actor,
  { seq, id }: Application,
  action: ErasingAction,
) {
  const { orm } = deps.db
  orm.delete(applications).where(eq(applications.seq, seq)).run()
  const theirs = orm
    .select({ seq: events.seq })
    .from(events)
    .where(and(eq(events.application, id), ne(events.action, 'document sealed')))
  orm.delete(eventChanges).where(inArray(eventChanges.event, theirs)).run()
  recordEvent(deps, actor, { action, application: id })
}
