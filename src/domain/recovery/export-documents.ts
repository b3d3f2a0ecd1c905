import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, isNotNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Deps } from '#src/deps.ts'
import { issuedCertificates } from '#src/domain/sealing/issued-certificates.ts'

/** The certificates beside the exported documents. */
export const certificatesFile = 'countersign.pem'

/** Writes every sealed document into a folder, and the certificates that sealed them. Returns how many documents. */
export function exportDocuments(deps: Pick<Deps, 'db'>, folder: string): number {
  const rows = deps.db.orm
    .select({ id: documents.id, application: documents.application, kind: documents.kind })
    .from(documents)
    .where(isNotNull(documents.pdf))
    .orderBy(asc(documents.id))
    .all()
  for (const { id, application, kind } of rows) {
    // one file at a time in memory
    const row = deps.db.orm
      .select({ pdf: documents.pdf })
      .from(documents)
      .where(eq(documents.id, id))
      .get()
    if (row?.pdf) write(folder, `${application}-${kind}-${id}.pdf`, row.pdf)
  }
  const certificates = issuedCertificates(deps).map(({ pem }) => pem)
  write(folder, certificatesFile, certificates.join(''))
  return rows.length
}

/** A disk that is full leaves no cut file, and an earlier export as it was. */
function write(folder: string, name: string, content: string | Buffer) {
  const file = join(folder, name)
  const unfinished = `${file}.part`
  try {
    writeFileSync(unfinished, content, { mode: 0o600, flush: true })
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
