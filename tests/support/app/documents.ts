import { documents } from '#db/schema/documents.ts'
import { sealNextDocument } from '#src/domain/documents/document-queue.ts'
import type { TestApp } from './test-app.ts'

/** Makes and seals every document that is due, as the worker does. */
export async function issueAll({ deps }: Pick<TestApp, 'deps'>) {
  while (await sealNextDocument(deps, 0.5));
}

export const storedDocuments = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.db.orm.select().from(documents).orderBy(documents.id).all()
