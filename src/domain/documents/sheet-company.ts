import type { CompanyFacts } from '#src/domain/company/company.ts'
import type { Env } from '#src/env.ts'
import { contrast } from '#src/forms/company/accent.ts'

/** What a sealed document shows beside what was frozen: the supplier as of the moment it is made (rule 202). */
export type SheetDeps = {
  env: Env
  documentLogo: string | null
  company: CompanyFacts
}

/** The supplier as documents show it. */
export const sheetCompany = (
  { name, accent, salesEmail, legal }: CompanyFacts,
  logo: string | null,
) => ({
  ...{ name, accent, salesEmail, logo },
  headings: accent && contrast(accent, '#ffffff') >= 4.5 ? accent : null,
  details: legal,
})
