import { and, ne, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Deps } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'

/** A customer code and the other companies that have it, as "Name (reference)"; at most three are named. */
export type CodeUse = { code: string; companies: string[] }

/** A code may be shared, for example within a group of companies; the reviewer is asked first. Case makes no difference. */
export function codeUse({ db }: Pick<Deps, 'db'>, { seq }: Application, code: string): CodeUse {
  const others = db.orm
    .select({ id: applications.id, businessName: applications.businessName })
    .from(applications)
    .where(
      and(sql`lower(${applications.customerCode}) = lower(${code})`, ne(applications.seq, seq)),
    )
    .limit(3)
    .all()
  return {
    code,
    companies: others.map(({ id, businessName }) => `${businessName ?? 'another company'} (${id})`),
  }
}

/** What an approval with a shared code warns of. */
export const codeWarnings = ({ code, companies }: CodeUse): string[] =>
  companies.map((company) => `Customer code ${code} is also used by ${company}`)
