import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { eventChanges, events } from '#db/schema/events.ts'
import type { Deps } from '#src/deps.ts'
import {
  type Application,
  directorsOf,
  signaturesOf,
} from '#src/domain/applications/application.ts'
import { decisionDataOf, signedDataOf } from '#src/domain/applications/frozen-data.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { companyOf, logoForDocuments } from '#src/domain/company/company.ts'
import { agreedForCustomer } from '#src/domain/decisions/decision-record.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { termsInForce } from '#src/domain/terms/versions.ts'
import { changeWords } from '#src/forms/admin/history-words.ts'
import { cameByImport } from '#src/forms/admin/record-cards.ts'
import { longDate } from '#src/forms/dates.ts'
import { statusLabel } from '#src/forms/statuses.ts'
import { type ApplicationSheet, mostAmendments } from '#src/pdf/application-sheet.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { networkKey } from '#src/security/addresses.ts'
import { shownName } from './document-events.ts'
import type { SignedData } from './freeze.ts'
import {
  answerLabel,
  answerSections,
  changedAnswers,
  customerSignature,
  dayOfSigning,
  decisionRows,
  directorRows,
  editor,
  lackingLetters,
  notGiven,
  sheetCompany,
  supplierSignature,
} from './sheet-parts.ts'

/**
 * Draws the current view. Networks take turns, so that somebody who reads many documents does not hold up the others.
 * Refuses 'unavailable'.
 */
export async function applicationPdf(deps: Deps, application: Application, address: string) {
  try {
    return await deps.pdf.render(await applicationSheet(deps, application), networkKey(address))
  } catch (error) {
    if (!(error instanceof PdfBusy || error instanceof PdfFailed)) throw error
    deps.log.warn({ application: application.id, reason: error.message }, 'no PDF')
    throw new Refusal('unavailable', refusals.pdfBusy, { retryAfter: 5, code: 'pending' })
  }
}

export async function applicationSheet(
  deps: Deps,
  application: Application,
): Promise<ApplicationSheet> {
  const { APP_TIMEZONE } = deps.env
  const { status, submittedAt, financeDecision, customerCode, closedOn } = application
  const signed = signedDataOf(deps, application.id)
  const amendments = signed
    ? await amendmentsOf(deps, signed)
    : { amendments: [], earlierAmendments: 0 }
  const changed = signed ? changedAnswers(signed.fields, application) : []
  const isImported = cameByImport(application)
  const terms = signed?.terms ?? termsInForce(deps)
  const { authorisation, finance } = signaturesOf(deps, application)
  const company = companyOf(deps)
  const decided = financeDecision ? decisionDataOf(deps, application.id) : null
  const decision = {
    isRejected: status === 'rejected',
    date: application.financeDate,
    by: application.financeBy,
    decider: decided?.decider ?? null,
    customerCode,
    accountType: (decided?.fields ?? application).accountType,
    reason: application.rejectionReason,
  }
  const importedRows = customerCode ? [{ label: 'Customer code', value: customerCode }] : []
  const rows = [
    ...(financeDecision ? decisionRows(decision) : importedRows),
    ...agreedForCustomer(deps, application),
    ...(closedOn ? [{ label: 'Closed on', value: longDate(closedOn) }] : []),
  ]
  return {
    id: application.id,
    version: application.version,
    locale: 'en-GB',
    company: sheetCompany(company, logoForDocuments(deps)),
    status: closedOn ? 'Closed' : statusLabel(status),
    kind: 'Current view',
    draft: status === 'draft',
    notice: status === 'draft' ? null : isImported ? importedView : currentView,
    lacking: lackingLetters('The record itself'),
    title: application.businessName ?? 'Trade account application',
    submittedAt: submittedAt ? longInstant(APP_TIMEZONE, submittedAt) : notSubmitted(isImported),
    sections: [
      ...(rows.length > 0 ? [{ title: isImported ? 'Account' : 'Decision', rows }] : []),
      ...answerSections({
        answers: application,
        directors: directorRows(directorsOf(deps, application), signed?.directors ?? null),
        changed: new Set(changed.map(({ name }) => name)),
        isSigned: authorisation !== null,
      }),
    ],
    signatures: [
      ...(authorisation
        ? [
            customerSignature({
              ...authorisation,
              fields: { ...application, ...signed?.fields },
              day: signed ? dayOfSigning(APP_TIMEZONE, signed) : null,
            }),
          ]
        : []),
      ...(financeDecision && !isImported
        ? [supplierSignature(company.name, finance?.png ?? null, decision)]
        : []),
    ],
    consent: signed?.consent ?? null,
    terms: isImported ? null : { version: terms.version, hash: terms.sha256 },
    amendmentsTitle: 'Changes since signing',
    ...amendments,
    certificate: null,
  }
}

const importedView =
  'This is a current view. The customer was imported from earlier records: nothing was submitted or signed here.'

const currentView =
  'This is a current view, not the signed document. It shows the record as it stands now and has no seal.'

const notSubmitted = (isImported: boolean) => (isImported ? 'No: imported' : null)

/**
 * Returns the newest amendments, and how many earlier ones there are. It follows the order of the events, because the
 * clock may have been set back since, and reads a few events at a time, because a history may be megabytes long.
 */
async function amendmentsOf(deps: Deps, { application: id, history }: SignedData) {
  const { db, env } = deps
  const ofEvents = (before: number) =>
    and(
      eq(events.application, id),
      eq(events.action, 'application amended'),
      gt(events.seq, history.event),
      lt(events.seq, before),
    )
  const readNewest = (before: number) =>
    db.orm
      .select({
        seq: events.seq,
        at: events.at,
        actorKind: events.actorKind,
        actor: events.actor,
        changes: eventChanges.changes,
      })
      .from(events)
      .innerJoin(eventChanges, eq(eventChanges.event, events.seq))
      .where(ofEvents(before))
      .orderBy(desc(events.seq))
      .limit(eventsAtOnce.shown)
      .all()
  const countEdits = (before: number) =>
    db.orm
      .select({ seq: events.seq, edits: sql<number>`json_array_length(${eventChanges.changes})` })
      .from(events)
      .innerJoin(eventChanges, eq(eventChanges.event, events.seq))
      .where(ofEvents(before))
      .orderBy(desc(events.seq))
      .limit(eventsAtOnce.counted)
      .all()
  let amendments: ApplicationSheet['amendments'] = []
  let last = Number.MAX_SAFE_INTEGER
  while (amendments.length < mostAmendments) {
    const page = readNewest(last)
    const earlier = page.toReversed().flatMap(({ at, changes, ...by }) => {
      const name = `${longInstant(env.APP_TIMEZONE, at)}, ${editor(shownName(deps, by))}`
      return changes.map(({ field, before, after }) => ({
        by: name,
        field: answerLabel(field),
        before: changeWords(field, before ?? notGiven),
        after: changeWords(field, after ?? notGiven),
      }))
    })
    amendments = [...earlier, ...amendments]
    last = page.at(-1)?.seq ?? last
    if (page.length < eventsAtOnce.shown) break
    await setImmediate()
  }
  let edits = amendments.length
  for (;;) {
    const page = countEdits(last)
    edits += page.reduce((sum, each) => sum + each.edits, 0)
    last = page.at(-1)?.seq ?? last
    if (page.length < eventsAtOnce.counted) break
    await setImmediate()
  }
  const shown = amendments.slice(-mostAmendments)
  return { amendments: shown, earlierAmendments: edits - shown.length }
}

const eventsAtOnce = { shown: 20, counted: 100 }
