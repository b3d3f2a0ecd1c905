import { eq } from 'drizzle-orm'
import { builtOnce } from '#db/open.ts'
import { company, companyLogo } from '#db/schema/company.ts'
import type { Store } from '#src/deps.ts'
import type { Env } from '#src/env.ts'
import type { CompanyInput } from '#src/forms/company/company.ts'

/** The supplier's own details as they hold now. */
export type CompanyFacts = CompanyInput & {
  /** The details that the law asks for, in one line; '' while none is set. */
  legal: string
  /** 0 until details have been saved in the back office. */
  version: number
}

/** What the back office has saved, else what the environment gives (rule 200). */
export function companyOf({ db, env }: Store): CompanyFacts {
  const row = db.orm.select().from(company).where(isOnlyRow).get()
  if (!row) return companyOfEnv(env)
  const { id: _, updatedAt: __, workingDays, promisedFrom, promisedTo, ...rest } = row
  const facts = {
    ...rest,
    workingDays: workingDays ?? firstValues.workingDays,
    promisedFrom: promisedFrom ?? firstValues.promisedFrom,
    promisedTo: promisedTo ?? firstValues.promisedTo,
  }
  return { ...facts, legal: legalLine(facts) }
}

/** Monday to Friday, and an answer within 2-3 business days. */
const firstValues = { workingDays: [1, 2, 3, 4, 5], promisedFrom: 2, promisedTo: 3 }

/** What pages say while the supplier has no name. */
const neutralName = 'Your Company Ltd'

/** Whether the supplier has a name, from the back office or the environment. */
export const hasName = (deps: Store): boolean => companyOf(deps).name !== neutralName

/** The first values, from the environment. */
export const companyOfEnv = (env: Env): CompanyFacts => ({
  name: env.COMPANY_NAME ?? neutralName,
  registeredAddress: null,
  companyNumber: null,
  vatNumber: null,
  telephone: null,
  salesEmail: env.COMPANY_SALES_EMAIL,
  privacyUrl: env.COMPANY_PRIVACY_URL ?? null,
  ...firstValues,
  secondPersonAbove: null,
  accent: null,
  legal: '',
  version: 0,
})

/** Names the state of the details and the logo, for pages and documents that are kept. */
export const companyVersion = (deps: Store): string => `${savedVersion(deps)} ${logoVersion(deps)}`

/** The hash of the uploaded logo; '' without one. */
export const logoVersion = ({ db }: Store): string => hashQuery(db).get()?.sha256 ?? ''

const hashQuery = builtOnce((orm) =>
  orm.select({ sha256: companyLogo.sha256 }).from(companyLogo).prepare(),
)

const savedVersion = ({ db }: Store): number => versionQuery(db).get()?.version ?? 0

const versionQuery = builtOnce((orm) =>
  orm.select({ version: company.version }).from(company).where(isOnlyRow).prepare(),
)

const isOnlyRow = eq(company.id, 1)

type Registration = Pick<CompanyInput, 'registeredAddress' | 'companyNumber' | 'vatNumber'>

const legalLine = ({ registeredAddress, companyNumber, vatNumber }: Registration) =>
  [
    registeredAddress && `Registered address: ${registeredAddress.replace(/,?\s*\n+\s*/g, ', ')}`,
    companyNumber && `Company number: ${companyNumber}`,
    vatNumber && `VAT number: ${vatNumber}`,
  ]
    .filter(Boolean)
    .join(' · ')
