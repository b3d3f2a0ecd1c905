import { eq, max, sql } from 'drizzle-orm'
import { builtOnce } from '#db/open.ts'
import { company, companyLogo, termsVersions } from '#db/schema/company.ts'
import type { Change } from '#db/schema/events.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { Env } from '#src/env.ts'
import type { CompanyInput } from '#src/forms/company/company.ts'
import {
  type CompanyField,
  companyFieldNames,
  companyTexts,
  weekdays,
} from '#src/forms/company/company.ts'

export type CompanyFacts = CompanyInput & {
  /** What the law asks for, in one line; '' while none is set. */
  legal: string
  /** 0 until details were saved in the back office. */
  version: number
}

/** What the back office has saved, else what the environment gives. */
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
  secondPersonAbove: null,
  accent: null,
  legal: '',
  version: 0,
})

/** Changes with everything that public pages show: details, logo and terms. */
export const publicVersion = ({ db }: Store): string =>
  Object.values(versionsQuery(db).get() ?? {}).join(' ')

const versionsQuery = builtOnce((orm) =>
  orm
    .select({
      details: sql`(select ${company.version} from ${company})`,
      logo: sql`(select ${companyLogo.sha256} from ${companyLogo})`,
      // published terms are never changed or deleted
      terms: max(sql`rowid`),
    })
    .from(termsVersions)
    .prepare(),
)

/** '' without an uploaded logo. */
export const logoVersion = ({ db }: Store): string =>
  db.orm.select({ sha256: companyLogo.sha256 }).from(companyLogo).get()?.sha256 ?? ''

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

type Promised = Pick<CompanyFacts, 'promisedFrom' | 'promisedTo'>

/** Such as '2-3 business days', '3 business days' or '1 business day'. */
export const promiseText = ({ promisedFrom, promisedTo }: Promised): string =>
  `${promisedFrom === promisedTo ? '' : `${promisedFrom}-`}${promisedTo} business ${promisedTo === 1 ? 'day' : 'days'}`

/**
 * `seen` is the version that the page showed. Refuses 'stale' when there is another one, with what was saved at each
 * field.
 */
export function saveCompany(deps: Deps, admin: Admin, input: CompanyInput, seen: number) {
  transact(deps, (deps) => {
    const before = companyOf(deps)
    const changes: Change[] = companyFieldNames
      .map((field) => ({ field, before: inWords(before[field]), after: inWords(input[field]) }))
      .filter(({ before, after }) => before !== after)
    if (changes.length === 0) return
    if (before.version !== seen) throw staleRefusal(changes)
    const at = deps.now()
    const row = { ...input, id: 1, version: before.version + 1, updatedAt: at }
    deps.db.orm
      .insert(company)
      .values(row)
      .onConflictDoUpdate({ target: company.id, set: row })
      .run()
    recordEvent(deps, admin, { action: 'company details changed', changes })
  })
}

function inWords(value: CompanyInput[CompanyField]): string | null {
  if (!Array.isArray(value)) return value === null ? null : String(value)
  return value.map((day) => weekdays[day - 1]?.label).join(', ')
}

function staleRefusal(changes: Change[]) {
  const errors = Object.fromEntries(
    changes.map(({ field, before }) => [field, companyTexts.savedMeanwhile(before)]),
  )
  return new Refusal('stale', companyTexts.stale, { errors })
}
