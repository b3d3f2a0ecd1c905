import { and, inArray, isNotNull } from 'drizzle-orm'
import { openForReading } from '#db/read.ts'
import { documents } from '#db/schema/documents.ts'
import { transactSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { failedDocuments, settleAsCopied } from '#src/domain/outbox/document-queue.ts'

/**
 * Settles documents that did not reach the second place, once a copy that holds them has. A failure is logged, and they
 * go on being tried.
 */
export async function settleDocuments(
  deps: Pick<Deps, 'db' | 'log' | 'now'>,
  copy: string,
): Promise<void> {
  try {
    const failed = failedDocuments(deps)
    if (failed.length === 0) return
    const held = heldBy(
      copy,
      hashesOf(
        deps,
        failed.map(({ document }) => document ?? 0),
      ),
    )
    const rows = failed.filter(({ document }) => document !== null && held.has(document))
    const ids = rows.map(({ id }) => id)
    const settled = await transactSoon(deps, (deps) => settleAsCopied(deps, ids))
    if (settled > 0)
      deps.log.info(
        { documents: settled },
        'documents that waited are in the copy at the second place',
      )
  } catch (err) {
    deps.log.error({ err }, 'documents in the copy at the second place could not be settled')
  }
}

/** The numbers of the documents whose sealed files a copy has. Times would not show it after the clock was set. */
function heldBy(copy: string, hashes: string[]): Set<number> {
  const db = openForReading(copy)
  try {
    const found = db.orm
      .select({ id: documents.id })
      .from(documents)
      .where(and(inArray(documents.sha256, hashes), isNotNull(documents.pdf)))
      .all()
    return new Set(found.map(({ id }) => id))
  } finally {
    db.sqlite.close()
  }
}

const hashesOf = ({ db }: Pick<Deps, 'db'>, ids: number[]): string[] =>
  db.orm
    .select({ sha256: documents.sha256 })
    .from(documents)
    .where(inArray(documents.id, ids))
    .all()
    .flatMap(({ sha256 }) => sha256 ?? [])
