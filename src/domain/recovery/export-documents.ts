import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, isNotNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Deps } from '#src/deps.ts'
import { sealedFile } from '#src/domain/sealing/documents.ts'
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
    const file = sealedFile(deps, id)
    if (file) write(folder, `${application}-${kind}-${id}.pdf`, file)
  }
  const certificates = issuedCertificates(deps).map(({ pem }) => pem)
  write(folder, certificatesFile, certificates.join(''))
  return rows.length
}

const write = (folder: string, name: string, content: string | Buffer) =>
  writeFileSync(join(folder, name), content, { mode: 0o600 })
