import { createHash } from 'node:crypto'
import { and, asc, desc, eq, lte, notExists, sql } from 'drizzle-orm'
import { builtOnce, type Db } from '#db/open.ts'
import { termsVersions, termsWithdrawals } from '#db/schema/company.ts'
import type { Store } from '#src/deps.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { longDate } from '#src/forms/dates.ts'
import type { TermsListing, TermsPart, TermsState } from '#src/forms/terms/terms-parts.ts'
import builtInParts from './built-in-terms.json' with { type: 'json' }
import { numberedTerms, parseTerms } from './parse.ts'

/** The name of the built-in wording. Changing any word of it requires a new name. */
export const builtInVersion = '2026-11'
export const builtInMonth = 'November 2026'

type Wording = {
  version: string
  parts: readonly TermsPart[]
  inForceFrom: string | null
}

export type Terms = Wording & {
  /** Of `termsText`. */
  sha256: string
  /** Of `termsWording`, which documents before the third format name; `null` when none can. */
  earlierSha256: string | null
}

/** The JSON `[version, [[heading, [clause, ...]], ...]]`, attached to documents before the third format. */
export const termsWording = (version: string, parts: readonly TermsPart[]): string =>
  JSON.stringify([version, parts.map(({ heading, clauses }) => [heading, clauses])])

/** What is attached to a signed document. It stays byte for byte, because documents and the history hold its hash. */
export const termsText = ({ version, parts, inForceFrom }: Wording): string =>
  [
    'Supplier terms',
    `Version ${version}, ${inForceFrom ? `in force from ${longDate(inForceFrom)}` : `in the wording of ${builtInMonth}`}`,
    ...numberedTerms(parts).flatMap(({ heading, clauses }) => [
      heading,
      ...clauses.map(({ number, text }) => `${number}. ${text}`),
    ]),
  ].join('\n\n')

export const hashText = (wording: Wording): string => sha256Of(termsText(wording))

export const hashWording = ({ version, parts }: Pick<Wording, 'version' | 'parts'>): string =>
  sha256Of(termsWording(version, parts))

const sha256Of = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

const builtInWording = { version: builtInVersion, parts: builtInParts, inForceFrom: null }

const builtIn: Terms = {
  ...builtInWording,
  sha256: hashText(builtInWording),
  earlierSha256: hashWording(builtInWording),
}

export function termsInForce(deps: Store): Terms {
  const version = versionInForce(deps)
  const terms = publishedTerms(deps, version)
  if (!terms) throw new Error(`There are no terms ${version}`)
  return terms
}

export const versionInForce = (deps: Store): string =>
  inForceQuery(deps.db).get({ today: supplierDate(deps) })?.version ?? builtInVersion

export const inOrder = sql`${termsVersions}.rowid`

const inForceQuery = builtOnce((orm) =>
  orm
    .select({ version: termsVersions.version })
    .from(termsVersions)
    .where(and(lte(termsVersions.inForceFrom, sql.placeholder('today')), isNotWithdrawn(orm)))
    .orderBy(desc(termsVersions.inForceFrom), desc(inOrder))
    .prepare(),
)

/** Leaves out terms that an administrator withdrew in version 0.1.0. */
export const isNotWithdrawn = (orm: Db['orm']) =>
  notExists(
    orm
      .select({ version: termsWithdrawals.version })
      .from(termsWithdrawals)
      .where(eq(termsWithdrawals.version, termsVersions.version)),
  )

export function publishedTerms({ db }: Store, version: string): Terms | null {
  if (version === builtInVersion) return builtIn
  const row = db.orm.select().from(termsVersions).where(eq(termsVersions.version, version)).get()
  if (!row) return null
  const { source, inForceFrom } = row
  const wording = { version, parts: parseTerms(source), inForceFrom }
  const earlier = hashWording(wording)
  // the hash is computed from the words themselves, so that nobody can change the words and keep the hash
  return {
    ...wording,
    sha256: hashText(wording),
    earlierSha256: row.sha256 === earlier ? earlier : null,
  }
}

/** Returns a version if it was published and another one is in force now, otherwise `null`. */
export const changedSince = (deps: Store, version: string | null): string | null =>
  version !== null && version !== versionInForce(deps) && publishedTerms(deps, version)
    ? version
    : null

export function listTerms(deps: Store): TermsListing[] {
  const { version, inForceFrom, publishedAt, publishedBy } = termsVersions
  const published = deps.db.orm
    .select({ version, inForceFrom, publishedAt, publishedBy, withdrawn: termsWithdrawals.version })
    .from(termsVersions)
    .leftJoin(termsWithdrawals, eq(termsWithdrawals.version, version))
    .orderBy(asc(inForceFrom), asc(inOrder))
    .all()
  const undated = { inForceFrom: null, publishedAt: null, publishedBy: null, withdrawn: null }
  const all = [{ ...undated, version: builtInVersion }, ...published]
  const present = versionInForce(deps)
  const place = all.findIndex((terms) => terms.version === present)
  return all.map(({ withdrawn, ...terms }, index) => {
    const isVoid = withdrawn !== null || replacesInTime(deps, terms, all[index + 1])
    return { ...terms, state: stateOf(index - place, isVoid) }
  })
}

type Dates = Pick<TermsListing, 'inForceFrom' | 'publishedAt'>

/** Returns whether a version for the same day was published before that day began. */
function replacesInTime({ env }: Store, { inForceFrom }: Dates, next: Dates | undefined): boolean {
  if (inForceFrom === null || next?.inForceFrom !== inForceFrom) return false
  return dateIn(env.APP_TIMEZONE, next.publishedAt ?? 0) < inForceFrom
}

function stateOf(place: number, isVoid: boolean): TermsState {
  if (place === 0) return 'in-force'
  if (isVoid) return 'void'
  return place < 0 ? 'earlier' : 'coming'
}

export const supplierDate = ({ env, now }: Store) => dateIn(env.APP_TIMEZONE, now())
