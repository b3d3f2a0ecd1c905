import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import { outbox } from '#db/schema/mail.ts'
import type { TestApp } from '../app/test-app.ts'

type Stored = Partial<typeof documents.$inferInsert>

/** Ties every waiting email of an application to a document with bytes of its own; returns them. */
export function giveDocument(app: TestApp, application: string, changes: Stored = {}): Buffer {
  const { orm } = app.deps.db
  const at = app.clock.now
  const pdf = randomBytes(60_000)
  const { id } = orm
    .insert(documents)
    .values({
      ...{ application, kind: 'signed', frozenAt: at, event: 1, nextAt: at, sealedAt: at, pdf },
      ...changes,
    })
    .returning()
    .get()
  orm.update(outbox).set({ document: id }).where(eq(outbox.application, application)).run()
  return pdf
}
