import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { TestApp } from '../app/test-app.ts'

type Stored = Partial<typeof documents.$inferInsert>

/**
 * Ties every waiting email of an application to a document with bytes of its own, its frozen one if there is one;
 * returns the bytes.
 */
export function giveDocument(app: TestApp, application: string, changes: Stored = {}): Buffer {
  const { orm } = app.deps.db
  const at = app.clock.now
  const pdf = randomBytes(60_000)
  const { kind = 'signed' } = changes
  const stored = { pdf, sealedAt: at, ...changes }
  const ofKind = and(eq(documents.application, application), eq(documents.kind, kind))
  const frozen = orm
    .update(documents)
    .set(stored)
    .where(and(ofKind, isNull(documents.sealedAt)))
    .returning()
    .get()
  const { id } =
    frozen ??
    orm
      .insert(documents)
      .values({ application, kind, frozenAt: at, event: 1, ...stored })
      .returning()
      .get()
  const about = eq(jobs.application, application)
  if (stored.sealedAt)
    orm
      .delete(jobs)
      .where(and(about, eq(jobs.queue, 'document')))
      .run()
  orm.update(jobs).set({ document: id }).where(about).run()
  return pdf
}
