import { eq } from 'drizzle-orm'
import { signings } from '#db/schema/signatures.ts'
import type { Deps } from '#src/deps.ts'
import { sectionTitles } from '#src/forms/registration-choices.ts'
import { type FieldName, fieldDrawings, fieldNames } from '#src/forms/registration-fields.ts'
import type { ApplicationSheet, SheetRow, SheetSection } from '#src/pdf/application-sheet.ts'
import { amendmentsOf, noAmendments } from './amendments.ts'
import { type Application, directorsOf, signaturesOf } from './applications.ts'
import { longDate, longInstant } from './calendar.ts'
import { companyLogo } from './company-logo.ts'
import { statusLabel } from './status.ts'
import { termsHash, termsVersion } from './terms.ts'

/** Which content a document shows: the values of now, or those that were signed (contract 5.13). */
export type Variant = 'current' | 'signed'

/** Everything the document shows of an application, as texts ready to print. */
export function applicationSheet(
  deps: Deps,
  application: Application,
  variant: Variant,
): ApplicationSheet {
  const { env } = deps
  const signing = deps.db.orm
    .select()
    .from(signings)
    .where(eq(signings.application, application.seq))
    .get()
  const amendments =
    signing && variant === 'current'
      ? amendmentsOf(deps, application, signing.signedAt)
      : noAmendments
  const shown = variant === 'signed' && signing ? (signing.content as Application) : application
  const directors =
    variant === 'signed' && signing
      ? (signing.content.directors as { name: string; position: string | null }[])
      : directorsOf(deps, application)
  return {
    id: application.id,
    version: application.version,
    locale: 'en-GB',
    company: {
      name: env.COMPANY_NAME,
      salesEmail: env.COMPANY_SALES_EMAIL,
      logo: companyLogo(env),
    },
    status: statusLabel(application.status),
    draft: application.status === 'draft',
    title: shown.businessName ?? 'Trade account application',
    submittedAt:
      application.submittedAt === null
        ? null
        : longInstant(env.APP_TIMEZONE, application.submittedAt),
    sections: sectionsOf(shown, amendments.fields),
    directors: directors.map(({ name, position }) => ({ name, position: position ?? '' })),
    signatures: signaturesFor(deps, application, shown),
    terms: {
      version: signing?.termsVersion ?? termsVersion,
      hash: signing?.termsHash ?? termsHash(),
    },
    amendments: amendments.latest.map(({ field, ...rest }) => ({
      ...rest,
      field: labelFor(field),
    })),
    earlierAmendments: amendments.earlier,
    evidence: signing
      ? [
          { label: 'Signed', value: longInstant(env.APP_TIMEZONE, signing.signedAt) },
          { label: 'From address', value: signing.address },
          { label: 'With', value: signing.agent },
          { label: 'Supplier terms', value: `Version ${signing.termsVersion}` },
          { label: 'Terms, SHA-256', value: signing.termsHash },
        ]
      : [],
  }
}

function sectionsOf(application: Application, changed: Set<string>): SheetSection[] {
  return [1, 3, 4, 5].map((number) => ({
    title: sectionTitles[number - 1] ?? '',
    rows: [
      ...fieldNames(number).map((name) => rowOf(application, name, changed)),
      ...(number === 5 && application.specialInstructions
        ? [{ label: 'Special instructions', value: application.specialInstructions }]
        : []),
    ],
  }))
}

function rowOf(application: Application, name: FieldName, changed: Set<string>): SheetRow {
  const value = textOf((application as Record<string, unknown>)[name], name)
  const row = { label: labelFor(name), value }
  return changed.has(name) ? { ...row, changedSinceSigning: true } : row
}

function textOf(value: unknown, name: FieldName): string {
  if (value === null || value === undefined || value === '') return 'N/A'
  if (Array.isArray(value)) return value.join(', ') || 'N/A'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'accountType') return value === 'cash' ? 'Cash account' : 'Credit account'
  return fieldDrawings[name].control === 'day' ? longDate(String(value)) : String(value)
}

const labelFor = (name: string) =>
  name in fieldDrawings
    ? fieldDrawings[name as FieldName].label
    : name === 'directors'
      ? 'Directors'
      : name

function signaturesFor(deps: Deps, application: Application, shown: Application) {
  const { authorisation, finance } = signaturesOf(deps, application)
  return [
    ...(authorisation
      ? [
          {
            caption: 'For the customer',
            png: authorisation.png.toString('base64'),
            lines: [
              ...(authorisation.typedName
                ? [{ label: 'Typed as', value: authorisation.typedName }]
                : []),
              { label: 'Position', value: shown.position ?? 'N/A' },
              { label: 'Date of agreement', value: longDate(shown.agreementDate ?? 'N/A') },
            ],
          },
        ]
      : []),
    ...(finance
      ? [
          {
            caption: 'For the supplier',
            png: finance.png.toString('base64'),
            lines: [
              { label: 'Decision', value: application.financeDecision ?? 'Pending' },
              { label: 'Date', value: longDate(application.financeDate ?? 'N/A') },
              { label: 'By', value: application.financeBy ?? 'N/A' },
            ],
          },
        ]
      : []),
  ]
}
