import { count, desc, eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { termsVersions } from '#db/schema/company.ts'
import { events } from '#db/schema/events.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { provenEvents, valueIn } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { termsTexts } from '#src/forms/terms/terms-form.ts'
import type { TermsPart } from '#src/forms/terms/terms-parts.ts'
import { parseTerms } from './parse.ts'
import {
  builtInVersion,
  hashText,
  hashWording,
  inOrder,
  isNotWithdrawn,
  publishedTerms,
  supplierDate,
  type Terms,
  termsInForce,
  versionInForce,
} from './versions.ts'

type Publication = { source: string; inForceFrom: string; expected: string }

/** Refuses 'invalid', and 'stale' when others counted since the page that names `expected`. */
export function publishTerms(
  deps: Deps,
  admin: Admin,
  { source, inForceFrom, expected }: Publication,
): string {
  return transact(deps, (tx) => {
    const parts = parseTerms(source)
    const last = newest(tx)
    const isSecondClick = last?.source === source && last.inForceFrom === inForceFrom
    if (isSecondClick && expected !== termsMark(tx)) return last.version
    refuseUnpublishable(tx, { inForceFrom, expected })
    const before = versionInForce(tx)
    const version = nextVersion(tx, inForceFrom, parts)
    const sha256 = hashText({ version, parts, inForceFrom })
    const { now, db } = tx
    db.orm
      .insert(termsVersions)
      .values({
        version,
        source,
        sha256,
        inForceFrom,
        publishedAt: now(),
        publishedBy: admin.username,
      })
      .run()
    recordEvent(tx, admin, {
      action: 'terms published',
      changes: [
        { field: 'version', before, after: version },
        { field: 'inForceFrom', before: null, after: inForceFrom },
        { field: 'sha256', before: null, after: sha256 },
      ],
    })
    return version
  })
}

/** Refuses as 'conflict' terms that no event says were published, so that nobody can sign them. */
export function refuseUnpublished(store: Store, { version, sha256, earlierSha256 }: Terms) {
  if (version === builtInVersion) return
  const published = provenEvents(store, "action = 'terms published'").filter(
    ({ changes }) => valueIn(changes, 'version') === version,
  )
  const isSame = published.some(({ changes }) =>
    [sha256, earlierSha256].includes(valueIn(changes, 'sha256')),
  )
  if (!isSame) throw new Refusal('conflict', termsTexts.unpublished)
}

export function refuseUnpublishable(
  store: Store,
  { inForceFrom, expected }: Pick<Publication, 'inForceFrom' | 'expected'>,
) {
  if (expected !== termsMark(store))
    throw new Refusal('stale', termsTexts.stale, { errors: { termsText: termsTexts.stale } })
  if (inForceFrom < supplierDate(store))
    throw new Refusal('invalid', termsTexts.past, { errors: { inForceFrom: termsTexts.past } })
}

export const countDrafts = ({ db }: Store): number =>
  db.orm.select({ all: count() }).from(applications).where(eq(applications.status, 'draft')).get()
    ?.all ?? 0

/** Versions are never removed, so no two states have the same name. */
export const termsMark = (store: Store): string =>
  `${store.db.orm.select({ all: count() }).from(termsVersions).get()?.all}.${versionInForce(store)}`

export function newestTerms(store: Store): Terms {
  const last = newest(store)
  return (last && publishedTerms(store, last.version)) ?? termsInForce(store)
}

const newest = ({ db }: Store) =>
  db.orm.select().from(termsVersions).where(isNotWithdrawn(db.orm)).orderBy(desc(inOrder)).get()

/**
 * Returns the date, with `-2` for the second version of that day. In a restored database it ends with digits of the
 * hash.
 */
function nextVersion(store: Store, date: string, parts: readonly TermsPart[]): string {
  const { orm } = store.db
  const { inForceFrom } = termsVersions
  const sameDay = orm.select({ inForceFrom }).from(termsVersions).where(eq(inForceFrom, date)).all()
  const restored = orm
    .select({ seq: events.seq })
    .from(events)
    .where(eq(events.action, 'database restored'))
    .get()
  // a name that was published after the backup must not come back with another text
  const base = restored ? `${date}-${hashWording({ version: date, parts }).slice(0, 8)}` : date
  const nth = sameDay.length + 1
  return nth === 1 ? base : `${base}-${nth}`
}
