import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { applications, idempotencyKeys } from '#db/schema/applications.ts'
import { type Change, eventChanges, events } from '#db/schema/events.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Actor, Applicant } from '#src/domain/actor.ts'
import { documentSealed, type ErasingAction } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { dateIn, hours } from '#src/domain/calendar.ts'
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
import { hashToken, newReference } from '#src/security/tokens.ts'
import { authorize } from './access.ts'
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
import { tally } from './tally.ts'

/**
 * A repeated save gets the same application; after the submit only a double click may read it. Refuses 'invalid' and
 * 'conflict'.
 */
export function createDraft(
  deps: Deps,
  actor: Applicant,
  save: DrawnSave,
  { token, retry }: { token: string | null; retry: Retry | null },
): { application: Application; token: string | null } {
  const create = () =>
    transact(deps, (deps) => {
      const earlier = retry && findRetried(deps, retry)
      if (earlier) {
        const isOpen = earlier.status === 'draft'
        const opens = isOpen || retry.isDoubleClick
        const access = isOpen ? 'write' : 'read'
        return {
          application: earlier,
          token: opens ? grantDraft(deps, earlier, token, access) : null,
        }
      }
      if (isEmptySave(save)) throw new Refusal('invalid', refusals.nothingKnown)
      refuseWhenFull(deps)
      const at = deps.now()
      const termsVersion = shownVersion(deps, save)
      const blank = deps.db.orm
        .insert(applications)
        .values({ id: newReference(), createdAt: at, updatedAt: at, version: 0, termsVersion })
        .returning()
        .get()
      tally(deps, 'started', blank)
      const application = saveChecked(deps, actor, blank, save, 'draft created')
      if (retry) rememberRetry(deps, retry, application)
      return { application, token: grantDraft(deps, application, token) }
    })
  return notifyingAddressOwner(deps, create)
}

const shownVersion = (deps: Deps, { termsVersion }: Save): string =>
  (termsVersion && publishedTerms(deps, termsVersion)?.version) || versionInForce(deps)

/** Refuses as `authorize`, and 'invalid', 'conflict', 'too-large'. */
export function saveDraft(deps: Deps, actor: Applicant, id: string, save: DrawnSave): Application {
  const write = () =>
    transact(deps, (deps) => {
      const application = authorize(deps, actor, 'write-draft', id)
      if (isEmptySave(save)) throw new Refusal('invalid', refusals.nothingKnown)
      return saveChecked(deps, actor, application, save, 'draft saved')
    })
  return notifyingAddressOwner(deps, write)
}

/** Refuses as `authorize`, and 'conflict' after the submit. */
export function deleteDraft(deps: Deps, actor: Applicant, id: string) {
  transact(deps, (deps) => {
    const application = authorize(deps, actor, 'write-draft', id)
    if (application.status !== 'draft') throw new Refusal('conflict', refusals.alreadySubmitted)
    removeApplication(deps, actor, application, 'draft deleted')
  })
}

/** Checks the current section in full, stored and sent together; all others by type. */
function saveChecked(
  deps: Writing<Deps>,
  actor: Applicant,
  application: Application,
  save: DrawnSave,
  action: string,
): Application {
  if (save.section !== null && application.status === 'draft') {
    const errors = draftErrors(deps, application, [save.section], save)
    const [message] = Object.values(errors)
    if (message !== undefined) {
      refuseTakenAddress(deps, save.fields.mainEmail, application, errors)
      throw new Refusal('invalid', message, { errors })
    }
  }
  const saved = writeSave(deps, actor, application, save, action)
  if (saved.status === 'draft') extendDraft(deps, saved)
  return saved
}

/** After the submit it accepts only the same values. */
export function writeSave(
  deps: Writing<Deps>,
  actor: Applicant,
  application: Application,
  save: DrawnSave,
  action: string,
): Application {
  const { authSignature: _, ...fields } = save.fields
  const signature = signatureOf(deps, application, save)
  const changes = answerChanges(deps, application, save)
  const lists = changes.some(({ field }) => field === 'directors')
  if (signature) changes.push(signature.change)
  if (application.status !== 'draft') {
    if (changes.length > 0)
      throw new Refusal('conflict', refusals.alreadySubmitted, { code: 'ended' })
    return application
  }
  const { version } = application
  if (version > 0 && changes.length > 0 && version !== (save.draftVersion || version))
    throw new Refusal('stale', refusals.staleRecord)
  refuseWhenFull(deps)
  refuseTakenAddress(deps, fields.mainEmail, application)
  if (lists && save.directors) listDirectors(deps, application, save.directors)
  if (signature) storeSignature(deps, application, signature)
  const address = changes.find(({ field }) => field === 'mainEmail')
  const saved = deps.db.orm
    .update(applications)
    .set({
      ...columnsOf(fields),
      ...(address && { applicantEmail: keptAddress(deps, application, address.after ?? '') }),
      completionPercentage: Math.max(application.completionPercentage, save.percent),
      updatedAt: deps.now(),
      version: changes.length > 0 ? version + 1 : Math.max(version, 1),
    })
    .where(eq(applications.seq, application.seq))
    .returning()
    .get()
  // a new draft has its event even when it holds only what a blank one has
  if (changes.length > 0 || version === 0)
    recordEvent(deps, actor, {
      action,
      application: application.id,
      changes: withinHistory(deps, application, changes),
    })
  return saved
}

/** Without the signature. */
export function answerChanges(deps: Store, application: Application, save: Save): Change[] {
  const { authSignature: _, ...fields } = save.fields
  const directors =
    save.directors && directorsChange(directorsOf(deps, application), save.directors)
  return [...changesOf(application, fields), ...(directors ? [directors] : [])]
}

/**
 * The applicant's own address, when the save brings back one that somebody else entered first, from a page opened in
 * between.
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

/** `null` when there is none, or the stored one. */
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

/** Bytes of values in a draft's history: some hundred times an ordinary form. */
const mostHistory = 256 * 1024

/** Once the history is full it takes only the fields' names. */
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
 * A first save repeated within `lasts` milliseconds, by parts that others cannot send. `isDoubleClick`: the browser
 * dropped the first answer with its cookie.
 */
export type Retry = { parts: string[]; lasts: number; isDoubleClick?: boolean }

/** 128 random bits in base64url: a shorter key could be guessed. */
const secretLength = 22

/** An Idempotency-Key, good for a day; one that could be guessed does not count. */
export const retryByKey = (key = ''): Retry | null =>
  key.length >= secretLength ? { parts: [key], lasts: hours(24) } : null

export function findRetried(deps: Deps, retry: Retry): Application | null {
  const row = deps.db.orm
    .select({ application: applications, expiresAt: idempotencyKeys.expiresAt })
    .from(idempotencyKeys)
    .innerJoin(applications, eq(applications.seq, idempotencyKeys.application))
    .where(eq(idempotencyKeys.keyHash, hashOf(retry)))
    .get()
  return row && row.expiresAt > deps.now() ? row.application : null
}

function rememberRetry(deps: Deps, retry: Retry, { seq }: Pick<Application, 'seq'>) {
  const answer = {
    keyHash: hashOf(retry),
    application: seq,
    expiresAt: deps.now() + retry.lasts,
  }
  deps.db.orm
    .insert(idempotencyKeys)
    .values(answer)
    .onConflictDoUpdate({ target: idempotencyKeys.keyHash, set: answer })
    .run()
}

export function removeExpiredRetries({ db, now }: Deps) {
  db.orm.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now())).run()
}

/** A list, so that no key looks like the parts of another retry. */
const hashOf = ({ parts }: Retry) => hashToken(JSON.stringify(parts))

/** Emails about a draft stay: they hold back the next one to the same address. */
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
    .where(and(eq(events.application, id), ne(events.action, documentSealed)))
  orm.delete(eventChanges).where(inArray(eventChanges.event, theirs)).run()
  recordEvent(deps, actor, { action, application: id })
}
