import { eq } from 'drizzle-orm'
import { company } from '#db/schema/company.ts'
import type { Deps } from '#src/deps.ts'
import type { Env } from '#src/env.ts'
import type { CompanyInput } from '#src/forms/company/company.ts'
import { logoVersion } from './logo.ts'

/** The supplier's own details as they hold now. */
export type CompanyFacts = CompanyInput & {
  /** The details that the law asks for, in one line; '' while none is set. */
  legal: string
  /** 0 until details have been saved in the back office. */
  version: number
  /** When the name last changed in the back office, in UTC milliseconds. */
  namedAt: number | null
}

/** What the back office has saved, else what the environment gives (rule 200). */
export function companyOf({ db, env }: Pick<Deps, 'db' | 'env'>): CompanyFacts {
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

/** The first values, from the environment. */
export const companyOfEnv = (env: Env): CompanyFacts => ({
  name: env.COMPANY_NAME,
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
  namedAt: null,
})

/** Names the state of the details and the logo, for pages and documents that are kept. */
export const companyVersion = (deps: Pick<Deps, 'db'>): string =>
  `${savedVersion(deps)} ${logoVersion(deps)}`

const savedVersion = ({ db }: Pick<Deps, 'db'>): number =>
  db.orm.select({ version: company.version }).from(company).where(isOnlyRow).get()?.version ?? 0

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
