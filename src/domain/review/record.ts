import { and, desc, eq, lt } from 'drizzle-orm'
import { notes } from '#db/schema/admins.ts'
import { eventChanges, events } from '#db/schema/events.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Admin, type ApiKey, shownActor } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import {
  type Application,
  applicantAddress,
  directorsOf,
  type Signature,
  signaturesOf,
} from '#src/domain/applications/application.ts'
import { signedDataOf } from '#src/domain/applications/frozen-data.ts'
import { isWaiting, signatureRequestOf } from '#src/domain/applications/signing-access.ts'
import { actionHas, actionWords } from '#src/domain/audit/actions.ts'
import { eventsBefore } from '#src/domain/audit/events.ts'
import { dateIn, days, instant } from '#src/domain/calendar.ts'
import { checksOf } from '#src/domain/decisions/checks.ts'
import { accountOf } from '#src/domain/documents/document-events.ts'
import { isEmail } from '#src/domain/jobs/jobs.ts'
import { mailStatus } from '#src/domain/mailing/status.ts'
import { filesOf, requestsOf } from '#src/domain/portal/requests.ts'
import { registersOf } from '#src/domain/registers/look-up.ts'
import { longDate } from '#src/forms/dates.ts'
import { fieldNames } from '#src/forms/fields/fields.ts'
import { formatWarning, isVatNumber } from '#src/forms/fields/format-warnings.ts'
import { companyNumberKey, eoriKey, vatKey } from '#src/forms/fields/normalised.ts'
import { apiAnswers, type RecordForKey } from '#src/forms/integrations/api-answers.ts'
import { previousAddressNeeded, yearsEstablished } from '#src/forms/years-established.ts'
import { reasonWords } from '#src/mail/mailer.ts'
import { type EmailKind, emailKinds } from '#src/mail/messages/kinds.ts'
import { emailName } from '#src/mail/messages/names.ts'
import { adminRecord } from './admin-record.ts'
import { maySendAgain } from './send-again.ts'

export type AdminRecord = ReturnType<typeof wholeRecord>

/** Returns the record with its history, notes and emails, each from the given place on. Refuses 'unknown'. */
export const readAdminRecord = (deps: Deps, actor: Admin, id: string, from = newest): AdminRecord =>
  wholeRecord(deps, authorize(deps, actor, 'read', id), from)

/** Returns what an API key may read of the record, which is no more than `apiAnswers` describes. Refuses 'unknown'. */
export function readRecordForKey(deps: Deps, key: ApiKey, id: string, from = newest): RecordForKey {
  const record = wholeRecord(deps, authorize(deps, key, 'read', id), from)
  const history = record.history
    .filter(({ action }) => actionHas(action, 'isForKeys'))
    .map((entry) => {
      const changes = entry.changes.filter(({ field }) => fieldsForKeys.has(field))
      return { ...entry, changes }
    })
  const emails = record.emails.filter(
    ({ kind }) => emailKinds[kind as EmailKind]?.to === 'customer',
  )
  return apiAnswers.record.parse({ ...record, history, emails })
}

const fieldsForKeys = new Set<string>([
  ...fieldNames,
  'directors',
  'status',
  'customerCode',
  'rejectionReason',
  'creditLimit',
  'paymentTerms',
  'reviewDate',
  'isInDocument',
  'closedOn',
  'signInEmail',
  'import',
  'frozenData',
])

function wholeRecord(deps: Deps, application: Application, from: typeof newest) {
  const { authorisation } = signaturesOf(deps, application)
  return {
    ...adminRecord(deps, application),
    mail: mailStatus(deps),
    signer: signerOf(deps, application),
    requests: requestRows(deps, application),
    flags: reviewerFlags(deps, application, authorisation),
    checks: checksOf(deps, application),
    registers: registersOf(deps, application),
    decidedBy: application.financeBy && bothNames(deps, application.financeBy),
    proposedBy: proposerOf(deps, application),
    changedSinceSigning: changedSinceSigning(deps, application),
    ...timelineOf(deps, application, from),
  }
}

/**
 * Returns the signer whom the applicant has asked: as frozen with the signature, or for a draft while the link works.
 */
function signerOf(deps: Store, application: Application) {
  if (application.status !== 'draft') {
    const request = signedDataOf(deps, application.id)?.request
    if (!request) return null
    const { name, email, askedBy, askedAt } = request
    return { hasSigned: true, name, email, askedBy, askedAt }
  }
  const request = signatureRequestOf(deps, application)
  if (!request || !isWaiting(deps, request)) return null
  const { name, email, askedAt } = request
  const askedBy = applicantAddress(application)
  return { hasSigned: false, name, email, askedBy, askedAt: instant(askedAt) }
}

function proposerOf(deps: Store, { id, status }: Application): string | null {
  if (status !== 'approved') return null
  const approval = deps.db.orm
    .select({ changes: eventChanges.changes })
    .from(events)
    .innerJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(and(eq(events.application, id), eq(events.action, 'application approved')))
    .orderBy(desc(events.seq))
    .get()
  const username = approval?.changes.find(({ field }) => field === 'proposedBy')?.after
  return username ? bothNames(deps, username) : null
}

/** Returns the full name, as documents print it, with the user name, as the history shows it. */
function bothNames(deps: Store, username: string): string {
  const fullName = accountOf(deps, username)?.fullName
  return fullName ? `${fullName} (${username})` : username
}

function changedSinceSigning(deps: Store, application: Application): string[] {
  const signed = signedDataOf(deps, application.id)?.fields
  const textOf = (value: unknown) => JSON.stringify(value ?? '').replace(/^\[\]$/, '""')
  if (!signed) return []
  return fieldNames.filter(
    (name) => name !== 'authSignature' && textOf(signed[name]) !== textOf(application[name]),
  )
}

const requestRows = (deps: Deps, application: Application) =>
  requestsOf(deps, application).map(({ application: _, ...request }) => ({
    ...request,
    askedAt: instant(request.askedAt),
    remindedAt: instant(request.remindedAt),
    answeredAt: instant(request.answeredAt),
    closedAt: instant(request.closedAt),
    files: filesOf(deps, request.id),
  }))

export const mostShown = 50

/**
 * The numbers before which the lists begin, as `earlier` names them. With `null` a list begins with its newest entry.
 */
export type TimelineCursor = Record<'history' | 'notes' | 'emails', number | null>

const newest: TimelineCursor = { history: null, notes: null, emails: null }

function timelineOf(deps: Store, application: Application, from: TimelineCursor) {
  const { id } = application
  const history = historyOf(deps, id, from.history)
  const remarks = notesOf(deps, id, from.notes)
  const emails = emailsOf(deps, application, from.emails)
  return {
    history: history.entries,
    notes: remarks.entries,
    emails: emails.entries,
    earlier: { history: history.earlier, notes: remarks.earlier, emails: emails.earlier },
  }
}

const notesOf = ({ db }: Store, application: string, before: number | null) =>
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
    ({ at, action, subject, section, changes, ...event }) => {
      const by = shownActor(event)
      const shown = (changes ?? []).filter(({ field }) => !unshown.has(field))
      const words = actionWords({ by, action, subject, changes: shown })
      return { at: instant(at), by, action, words, section, changes: shown }
    },
  )

const unshown = new Set(['frozenSignature', 'document', 'event'])

const emailsOf = (deps: Store, application: Application, before: number | null) =>
  cut(
    deps.db.orm
      .select()
      .from(jobs)
      .where(and(eq(jobs.application, application.id), isEmail, lt(jobs.id, before ?? last)))
      .orderBy(desc(jobs.id))
      .limit(mostShown + 1)
      .all(),
    ({ id, kind, state, data, createdAt, sentAt, lastReason, lastFailedAt, attempts }) => ({
      id,
      maySendAgain: maySendAgain(deps, application, { kind, state, data }),
      triedAt: instant(lastReason === null ? null : lastFailedAt),
      kind,
      name: emailName(kind),
      state,
      at: instant(sentAt ?? createdAt),
      reason: lastReason && reasonWords(lastReason),
      attempts,
    }),
  )

function cut<Row extends { id: number }, Shown>(rows: Row[], show: (row: Row) => Shown) {
  const entries = rows.slice(0, mostShown)
  return {
    entries: entries.map(show),
    earlier: rows.length > mostShown ? (entries.at(-1)?.id ?? null) : null,
  }
}

const last = Number.MAX_SAFE_INTEGER

function reviewerFlags(
  deps: Deps,
  application: Application,
  authorisation: Signature | null,
): Flag[] {
  return [
    ...sharedWithOthers(deps, application),
    ...vatFlags(application),
    ...flag('coRegistration', companyDoubt(application)),
    ...flag('businessTypes', isConsumerCredit(deps, application) && consumerCredit),
    ...ageFlags(deps, application),
    ...signingFlags(deps, application, authorisation),
  ]
}

function vatFlags({ vatNo, eoriNumber }: Application): Flag[] {
  const vat = vatKey(vatNo ?? '')
  const eori = /^(?:GB|XI)(\d{9})\d{3}$/.exec(eoriKey(eoriNumber ?? ''))?.[1]
  return [
    ...flag(
      'vatNo',
      /\d/.test(vat) &&
        !isVatNumber(vat) &&
        `The check digits of VAT number ${vatNo} are wrong. It may be mistyped, foreign or made up.`,
    ),
    ...flag(
      'eoriNumber',
      eori &&
        /^\d{9}/.test(vat) &&
        eori !== vat.slice(0, 9) &&
        `EORI number ${eoriNumber} does not contain VAT number ${vatNo}. A UK company's EORI number normally does.`,
    ),
  ]
}

/**
 * Returns why the company registration number looks odd, or `null`. Companies have eight digits or the letters of a
 * nation; partnerships and sole traders have no such number.
 */
function companyDoubt({ coRegistration, businessTypes }: Application): string | null {
  const number = companyNumberKey(coRegistration ?? '')
  const types = businessTypes ?? []
  const company = types.find((type) => type === 'PLC' || type === 'Private Ltd Co.')
  if (company && !number)
    return `No company registration number was given for a ${withoutDot(company)}.`
  const isNumber = /^(\d{8}|[A-Z]{2}\d{6}|R\d{7})$/.test(number)
  const isLlp = /^(OC|SO|NC)\d{6}$/.test(number)
  if (company && !isNumber)
    return `${coRegistration} is not a UK company number, but the type is ${withoutDot(company)}.`
  if (types.includes('LLP') && number && !isLlp)
    return `The type is LLP, but ${coRegistration} does not begin with OC, SO or NC.`
  if (isLlp && types.length > 0 && !types.includes('LLP'))
    return `${coRegistration} is the number of an LLP, but the type is ${withoutDot(types.join(', '))}.`
  if (isNumber && types.length > 0 && types.every((type) => type === 'Sole Trader'))
    return `The type is Sole Trader, but ${coRegistration} is the number of a company.`
  return null
}

const consumerCredit =
  'Credit to a sole trader, or to a partnership of two or three, is regulated unless it is exempt, such as credit without interest and charges that is paid within 12 months in at most 12 payments.'

/** Returns whether the law may treat the credit as consumer credit. A partnership names its partners as directors. */
function isConsumerCredit(deps: Store, application: Application): boolean {
  const { accountType, businessTypes } = application
  const types = businessTypes ?? []
  const isSmall = (type: string) =>
    type === 'Sole Trader' || (type === 'Partnership' && directorsOf(deps, application).length <= 3)
  return accountType === 'credit' && types.length > 0 && types.every(isSmall)
}

const withoutDot = (text: string) => text.replace(/\.$/, '')

function ageFlags({ env, now }: Deps, application: Application): Flag[] {
  const { dateIncorporation: day, businessEstablished, previousAddress } = application
  const today = dateIn(env.APP_TIMEZONE, now())
  const years = yearsEstablished(businessEstablished ?? '', today)
  return [
    ...(day ? incorporationFlags(day, today, businessEstablished, years) : []),
    ...flag(
      'businessEstablished',
      businessEstablished &&
        years === null &&
        `Years established is "${businessEstablished}", which does not say for certain how many years.`,
    ),
    ...flag(
      'previousAddress',
      businessEstablished &&
        !previousAddress &&
        previousAddressNeeded(businessEstablished, today) &&
        `No previous address was given, and years established is "${businessEstablished}".`,
    ),
  ]
}

/**
 * Returns flags about the date of incorporation. A business may be a little older than its company, but hardly younger.
 */
function incorporationFlags(
  day: string,
  today: string,
  businessEstablished: string | null,
  years: number | null,
): Flag[] {
  const incorporated = Number(today.slice(0, 4)) - Number(day.slice(0, 4))
  return [
    ...flag(
      'dateIncorporation',
      formatWarning('pastDay', day, today) &&
        `The date of incorporation, ${longDate(day)}, is ${day > today ? 'in the future' : 'centuries ago'}.`,
    ),
    ...flag(
      'businessEstablished',
      day <= today &&
        years !== null &&
        (years < incorporated - yearsApart || years > incorporated + yearsApart) &&
        `Years established is "${businessEstablished}", but the business was incorporated on ${longDate(day)}.`,
    ),
  ]
}

function signingFlags(
  deps: Deps,
  { id, agreementDate: agreed }: Application,
  authorisation: Signature | null,
): Flag[] {
  const data = signedDataOf(deps, id)
  const signed = data && dateIn(deps.env.APP_TIMEZONE, Date.parse(data.signedAt))
  return [
    ...flag(
      'authSignature',
      authorisation && !authorisation.hasInk && 'The signature image is blank: nothing was drawn.',
    ),
    ...flag(
      'agreementDate',
      signed &&
        agreed &&
        Math.abs(Date.parse(agreed) - Date.parse(signed)) > days(1) &&
        `The date of agreement is ${longDate(agreed)}, but it was signed on ${longDate(signed)}.`,
    ),
  ]
}

const yearsApart = 3

/** `other` is the reference of another application that the flag is also about. */
type Flag = { field: string; text: string; other?: string }

const flag = (field: string, text: string | false | null | undefined | ''): Flag[] =>
  text ? [{ field, text }] : []

const mostShared = 3

/** Strangers share these email domains, so sharing one proves nothing. */
const publicMail = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.com live.co.uk msn.com yahoo.com yahoo.co.uk
  icloud.com me.com mac.com aol.com btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com mail.com gmx.com
  gmx.co.uk proton.me protonmail.com zoho.com tiscali.co.uk`.split(/\s+/),
)

const domainOf = "substr(main_email_key, instr(main_email_key, '@') + 1)"

function sharedWithOthers({ db }: Store, application: Application): Flag[] {
  const domain = application.mainEmailKey?.split('@')[1] ?? ''
  const facts = [
    ['coRegistration', 'co_registration_key', 'company number', application.coRegistrationKey],
    ['vatNo', 'vat_no_key', 'VAT number', application.vatNoKey],
    ['telephone', 'telephone_key', 'telephone number', application.telephoneKey],
    ['mainEmail', domainOf, 'mail domain', publicMail.has(domain) ? null : domain],
  ] as const
  return facts.flatMap(([field, column, words, value]) => {
    // many applications answer "Not registered", which has no digit and proves nothing
    if (!value || (field !== 'mainEmail' && !/\d/.test(value))) return []
    const isSet = column === domainOf ? 'main_email_key' : column
    return db.sqlite
      .prepare<[string, number, number], { id: string; name: string | null }>(
        `select id, business_name as name from applications
         where ${column} = ? and ${isSet} is not null and seq <> ? order by seq desc limit ?`,
      )
      .all(value, application.seq, mostShared)
      .map(({ id, name }) => ({
        field,
        text: `The same ${words} is in the application of ${name ?? 'a business without a name'} (${id}).`,
        other: id,
      }))
  })
}
