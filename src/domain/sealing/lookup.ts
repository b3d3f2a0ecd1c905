import { and, eq, gt, or } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { documents } from '#db/schema/documents.ts'
import { events } from '#db/schema/events.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { DocumentLookup } from '#src/forms/verify/document-hash.ts'

/** What anybody may know of the document with a SHA-256 of 64 lower-case hex digits: no name and no reference (rule 167). */
export function lookUpDocument({ db }: Store, sha256: string): DocumentLookup {
  const document = db.orm
    .select({
      id: documents.id,
      application: documents.application,
      kind: documents.kind,
      event: documents.event,
      frozenAt: documents.frozenAt,
      sealedAt: documents.sealedAt,
      erasedAt: documents.erasedAt,
    })
    .from(documents)
    .where(eq(documents.sha256, sha256))
    .get()
  if (!document || document.sealedAt === null) return { issued: false }
  const { kind, frozenAt, sealedAt, erasedAt } = document
  return {
    issued: true,
    kind,
    frozenAt: new Date(frozenAt).toISOString(),
    sealedAt: new Date(sealedAt).toISOString(),
    amended: wasAmended(db, document),
    superseded: wasSuperseded(db, document),
    erased: erasedAt !== null || !isStored(db, document.application),
  }
}

type Issued = { id: number; application: string; event: number; frozenAt: number }

const wasAmended = ({ orm }: Deps['db'], { application, event }: Issued): boolean =>
  orm
    .select({ seq: events.seq })
    .from(events)
    .where(
      and(
        eq(events.application, application),
        gt(events.seq, event),
        eq(events.action, 'application amended'),
      ),
    )
    .limit(1)
    .get() !== undefined

/**
 * A decision counts from its commit on, although its own document is sealed a moment later. Times are compared, because
 * an earlier decision may be imported after a later one.
 */
const wasSuperseded = ({ orm }: Deps['db'], { id, application, frozenAt }: Issued): boolean =>
  orm
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.application, application),
        or(
          gt(documents.frozenAt, frozenAt),
          and(eq(documents.frozenAt, frozenAt), gt(documents.id, id)),
        ),
        eq(documents.kind, 'countersigned'),
      ),
    )
    .limit(1)
    .get() !== undefined

const isStored = ({ orm }: Deps['db'], application: string): boolean =>
  orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(eq(applications.id, application))
    .get() !== undefined
