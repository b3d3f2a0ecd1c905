import { and, asc, desc, eq, lte, notExists, sql } from 'drizzle-orm'
import { builtOnce, type Db } from '#db/open.ts'
import { applications } from '#db/schema/applications.ts'
import { termsVersions, termsWithdrawals } from '#db/schema/company.ts'
import type { Store } from '#src/deps.ts'
import { dateIn } from '#src/domain/calendar.ts'
import type { TermsListing, TermsPart, TermsState } from '#src/forms/terms/terms-parts.ts'
import { parseTerms } from './parse.ts'
import { hashTerms } from './terms.ts'
import { builtInParts, builtInVersion } from './terms-text.ts'

type Dates = Pick<TermsListing, 'inForceFrom' | 'publishedAt'>

/** One wording of the terms. */
export type Terms = { version: string; sha256: string; parts: readonly TermsPart[] }

/**
 * The terms in force: of the published ones the latest whose day has come, else the built-in ones (rule 302).
 */
export function termsInForce(deps: Store): Terms {
  const version = versionInForce(deps)
  const terms = publishedTerms(deps, version)
  if (!terms) throw new Error(`There are no terms ${version}`)
  return terms
}

/** The name of the terms in force. */
export const versionInForce = (deps: Store): string =>
  inForceQuery(deps.db).get({ today: supplierDate(deps) })?.version ?? builtInVersion

const inForceQuery = builtOnce((orm) =>
  orm
    .select({ version: termsVersions.version })
    .from(termsVersions)
    .where(and(lte(termsVersions.inForceFrom, sql.placeholder('today')), isNotWithdrawn(orm)))
    .orderBy(desc(termsVersions.inForceFrom), desc(inOrder))
    .prepare(),
)

/** The terms that were published under a name; `null` when none were. */
export function publishedTerms({ db }: Store, version: string): Terms | null {
  if (version === builtInVersion) return builtIn
  const row = db.orm.select().from(termsVersions).where(eq(termsVersions.version, version)).get()
  return row ? { version, sha256: row.sha256, parts: parseTerms(row.source) } : null
}

/** A version when it was published and another one is in force, else `null`. */
export const changedSince = (deps: Store, version: string | null): string | null =>
  version !== null && version !== versionInForce(deps) && publishedTerms(deps, version)
    ? version
    : null

/** Every version in the order in which they come into force, the built-in one first. */
export function listTerms(deps: Store): TermsListing[] {
  const { version, inForceFrom, publishedAt, publishedBy } = termsVersions
  const published = deps.db.orm
    .select({ version, inForceFrom, publishedAt, publishedBy, withdrawn: termsWithdrawals.version })
    .from(termsVersions)
    .leftJoin(termsWithdrawals, eq(termsWithdrawals.version, version))
    .orderBy(asc(inForceFrom), asc(inOrder))
    .all()
  const all = [{ ...undated, version: builtInVersion }, ...published]
  const present = versionInForce(deps)
  const place = all.findIndex((terms) => terms.version === present)
  return all.map(({ withdrawn, ...terms }, index) => {
    const isVoid = withdrawn !== null || replacesInTime(deps, terms, all[index + 1])
    return { ...terms, state: stateOf(index - place, isVoid) }
  })
}

/** Picks the rows of `termsVersions` that nobody withdrew, as administrators could in version 0.1.0. */
export const isNotWithdrawn = (orm: Db['orm']) =>
  notExists(
    orm
      .select({ version: termsWithdrawals.version })
      .from(termsWithdrawals)
      .where(eq(termsWithdrawals.version, termsVersions.version)),
  )

/** The built-in terms have no dates. */
const undated = {
  inForceFrom: null,
  publishedAt: null,
  publishedBy: null,
  withdrawn: null,
}

/** Whether a version for the same day was published before that day began. */
function replacesInTime({ env }: Store, { inForceFrom }: Dates, next: Dates | undefined): boolean {
  if (inForceFrom === null || next?.inForceFrom !== inForceFrom) return false
  return dateIn(env.APP_TIMEZONE, next.publishedAt ?? 0) < inForceFrom
}

/** Whether a signature or a draft names a version. */
export const isNamedByApplication = ({ db }: Store, version: string) =>
  db.orm
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.termsVersion, version))
    .limit(1)
    .get() !== undefined

/** The calendar date for the supplier: terms come into force when it begins. */
export const supplierDate = ({ env, now }: Store) => dateIn(env.APP_TIMEZONE, now())

/** The order in which versions were published. */
export const inOrder = sql`${termsVersions}.rowid`

const builtIn: Terms = {
  version: builtInVersion,
  sha256: hashTerms(builtInVersion, builtInParts),
  parts: builtInParts,
}

function stateOf(place: number, isVoid: boolean): TermsState {
  if (place === 0) return 'in-force'
  if (isVoid) return 'void'
  return place < 0 ? 'earlier' : 'coming'
}
