import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/open.ts'
import { issuedCertificates } from '#src/domain/sealing/issued-certificates.ts'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'

/** Checks hash and seal of every sealed document in a copy. Returns how many, and each fault in words. */
export async function checkDocuments(db: Db): Promise<{ checked: number; faults: string[] }> {
  const trusted = issuedCertificates({ db }).map(({ fingerprint }) => fingerprint)
  const ids = db.sqlite
    .prepare<[], number>(
      'select id from documents where sealed_at is not null and erased_at is null order by id',
    )
    .pluck()
    .all()
  const read = db.sqlite.prepare<[number], Sealed>('select pdf, sha256 from documents where id = ?')
  const faults: string[] = []
  for (const id of ids) {
    const fault = await faultOf(read.get(id), trusted)
    if (fault) faults.push(`In the copy document ${id} ${fault}`)
    // so that the process notices when its parent has ended
    await setImmediate()
  }
  return { checked: ids.length, faults }
}

type Sealed = { pdf: Buffer | null; sha256: string | null }

async function faultOf(document: Sealed | undefined, trusted: string[]): Promise<string | null> {
  if (!document?.pdf) return 'has lost its file'
  if (createHash('sha256').update(document.pdf).digest('hex') !== document.sha256)
    return 'is not the file that was sealed'
  const check = await checkSeal(document.pdf, trusted)
  return check.ok ? null : `has no whole seal: ${check.why}`
}
