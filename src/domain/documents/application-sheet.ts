import type { Deps } from '#src/deps.ts'
import {
  type Application,
  directorsOf,
  signaturesOf,
} from '#src/domain/applications/application.ts'
import { statusLabel } from '#src/domain/applications/status.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { logoForDocuments } from '#src/domain/company/logo.ts'
import { signedDataOf } from '#src/domain/sealing/documents.ts'
import { termsInForce } from '#src/domain/terms/versions.ts'
import { cameByImport, changeWords } from '#src/forms/admin/change-words.ts'
import { longDate } from '#src/forms/long-date.ts'
import type { ApplicationSheet, SheetSignature } from '#src/pdf/application-sheet.ts'
import { amendmentsOf, noAmendments } from './amendment-history.ts'
import { type Answers, answerLabel, answerSections, changedAnswers } from './sheet-answers.ts'
import { sheetCompany } from './sheet-company.ts'
import { decisionRows } from './sheet-decision.ts'
import { directorRows } from './sheet-directors.ts'

/** The current view of an application: everything it shows, as texts ready to print. */
export function applicationSheet(deps: Deps, application: Application): ApplicationSheet {
  const { env } = deps
  const signed = signedDataOf(deps, application.id)
  const amendments = signed ? amendmentsOf(deps, signed) : noAmendments
  const changed = signed ? changedAnswers(signed.fields as unknown as Answers, application) : []
  const decision = decisionRows(application)
  const isImported = cameByImport(application)
  const terms = signed?.terms ?? termsInForce(deps)
  return {
    id: application.id,
    version: application.version,
    locale: 'en-GB',
    company: sheetCompany(companyOf(deps), logoForDocuments(deps)),
    status: statusLabel(application.status),
    kind: 'Current view',
    draft: application.status === 'draft',
    notice: noticeOf(application),
    title: application.businessName ?? 'Trade account application',
    submittedAt:
      application.submittedAt === null
        ? isImported
          ? 'No: imported'
          : null
        : longInstant(env.APP_TIMEZONE, application.submittedAt),
    sections: [
      ...(decision.length > 0
        ? [{ title: isImported ? 'Account' : 'Decision', rows: decision }]
        : []),
      ...answerSections(application, new Set(changed.map(({ name }) => name))),
    ],
    directors: directorRows(directorsOf(deps, application), signed?.directors ?? null),
    signatures: [
      ...customerSignature(deps, application, { ...application, ...signed?.fields }),
      ...supplierSignature(deps, application),
    ],
    terms: isImported ? null : { version: terms.version, hash: terms.sha256 },
    amendmentsTitle: 'Changes since signing',
    amendments: amendments.latest.map(({ field, before, after, ...rest }) => ({
      ...rest,
      field: answerLabel(field),
      before: changeWords(field, before),
      after: changeWords(field, after),
    })),
    earlierAmendments: amendments.earlier,
    evidence: signed
      ? [
          {
            label: 'Signed',
            value: longInstant(env.APP_TIMEZONE, Date.parse(signed.signedAt)),
          },
          { label: 'From address', value: signed.from.address },
          { label: 'With', value: signed.from.agent },
          { label: 'Supplier terms', value: `Version ${signed.terms.version}` },
          { label: 'Terms, SHA-256', value: signed.terms.sha256 },
        ]
      : [],
    certificate: null,
  }
}

function noticeOf(application: Application): string | null {
  if (application.status === 'draft') return null
  return cameByImport(application) ? importedView : currentView
}

const importedView =
  'This is a current view. The customer was imported from earlier records: nothing was submitted or signed here.'

const currentView =
  'This is a current view, not the signed document. It shows the record as it stands now and has no seal.'

/** With the position and date that stood there when it was signed, whatever was edited since. */
function customerSignature(
  deps: Deps,
  application: Application,
  { position, agreementDate }: Pick<Application, 'position' | 'agreementDate'>,
): SheetSignature[] {
  const { authorisation } = signaturesOf(deps, application)
  if (!authorisation) return []
  const { typedName, png } = authorisation
  return [
    {
      caption: 'For the customer',
      png: png.toString('base64'),
      lines: [
        ...(typedName ? [{ label: 'Typed as', value: typedName }] : []),
        { label: 'Position', value: position ?? 'N/A' },
        { label: 'Date of agreement', value: longDate(agreementDate ?? 'N/A') },
      ],
    },
  ]
}

function supplierSignature(deps: Deps, application: Application): SheetSignature[] {
  const { finance } = signaturesOf(deps, application)
  if (!finance) return []
  const { financeDecision, financeDate, financeBy } = application
  return [
    {
      caption: 'For the supplier',
      png: finance.png.toString('base64'),
      lines: [
        { label: 'Decision', value: financeDecision ?? 'Pending' },
        { label: 'Date', value: longDate(financeDate ?? 'N/A') },
        { label: 'By', value: financeBy ?? 'N/A' },
      ],
    },
  ]
}
