import { eq, max, sql } from 'drizzle-orm'
import { builtOnce } from '#db/open.ts'
import { company, companyLogo, termsVersions } from '#db/schema/company.ts'
import { emailSettings } from '#db/schema/mail.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Env } from '#src/env.ts'
import type { CompanyInput } from '#src/forms/company/company.ts'
import { inOneLine } from '#src/forms/text.ts'

export type CompanyFacts = CompanyInput & {
  legal: string
  version: number
}

export function companyOf({ db, env }: Store): CompanyFacts {
  const row = db.orm.select().from(company).where(isOnlyRow).get()
  if (!row) return companyOfEnv(env)
  const { id: _, updatedAt: __, workingDays, promisedFrom, promisedTo, ...rest } = row
  const facts = {
    ...rest,
    readyChecks: rest.readyChecks ?? [],
    creditNeedsChecks: rest.creditNeedsChecks ?? false,
    standingFiles: rest.standingFiles ?? false,
    workingDays: workingDays ?? firstValues.workingDays,
    promisedFrom: promisedFrom ?? firstValues.promisedFrom,
    promisedTo: promisedTo ?? firstValues.promisedTo,
  }
  return { ...facts, legal: legalLine(facts) }
}

const firstValues = { workingDays: [1, 2, 3, 4, 5], promisedFrom: 2, promisedTo: 3 }

const neutralName = 'Your Company Ltd'

export const hasName = (deps: Store): boolean => companyOf(deps).name !== neutralName

export const companyOfEnv = (env: Env): CompanyFacts => ({
  name: env.COMPANY_NAME ?? neutralName,
  registeredAddress: null,
  companyNumber: null,
  vatNumber: null,
  telephone: null,
  salesEmail: env.COMPANY_SALES_EMAIL,
  privacyUrl: env.COMPANY_PRIVACY_URL ?? null,
  ...firstValues,
  standingQuestion: null,
  standingFiles: false,
  secondPersonAbove: null,
  readyChecks: [],
  ownChecks: null,
  creditNeedsChecks: false,
  reviewMonths: null,
  largeLimitAbove: null,
  largeReviewMonths: null,
  accent: null,
  legal: '',
  version: 0,
})

export const publicVersion = ({ db }: Store): string =>
  Object.values(versionsQuery(db).get() ?? {}).join(' ')

const versionsQuery = builtOnce((orm) =>
  orm
    .select({
      details: sql`(select ${company.version} from ${company})`,
      logo: sql`(select ${companyLogo.sha256} from ${companyLogo})`,
      // whether somebody else can be asked to sign
      emails: sql`(select ${emailSettings.version} || ' ' || ${emailSettings.oauth365ReconnectNeeded} from ${emailSettings})`,
      // published terms are never changed or deleted
      terms: max(sql`rowid`),
    })
    .from(termsVersions)
    .prepare(),
)

/** Returns the SHA-256 of the uploaded logo, or `''` without one. */
export const logoVersion = ({ db }: Store): string =>
  db.orm.select({ sha256: companyLogo.sha256 }).from(companyLogo).get()?.sha256 ?? ''

const isOnlyRow = eq(company.id, 1)

type Registration = Pick<CompanyInput, 'registeredAddress' | 'companyNumber' | 'vatNumber'>

const legalLine = ({ registeredAddress, companyNumber, vatNumber }: Registration) =>
  [
    registeredAddress && `Registered address: ${inOneLine(registeredAddress)}`,
    companyNumber && `Company number: ${companyNumber}`,
    vatNumber && `VAT number: ${vatNumber}`,
  ]
    .filter(Boolean)
    .join(' · ')

type Promised = Pick<CompanyFacts, 'promisedFrom' | 'promisedTo'>

export const promiseText = ({ promisedFrom, promisedTo }: Promised): string =>
  `${promisedFrom === promisedTo ? '' : `${promisedFrom}-`}${promisedTo} business ${promisedTo === 1 ? 'day' : 'days'}`

/** Returns the uploaded PNG. Without one, `COMPANY_LOGO` is used. */
export const uploadedLogo = ({ db }: Store) => db.orm.select().from(companyLogo).get()

export const logoForDocuments = (deps: Deps): string | null =>
  uploadedLogo(deps)?.image.toString('base64') ?? deps.documentLogo
