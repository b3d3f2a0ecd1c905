import { and, asc, eq, gt, lt, max } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { documents } from '#db/schema/documents.ts'
import type { Store } from '#src/deps.ts'
import { actionIn, actionsWith } from '#src/domain/audit/actions.ts'
import { provenEvents, valueIn } from '#src/domain/audit/chain.ts'
import { readAuditSecret } from '#src/domain/audit/installation.ts'
import { minutes, seconds } from '#src/domain/calendar.ts'
import { issuedCertificates } from '#src/domain/documents/certificates.ts'
import {
  documentsTakenIn,
  erasureOf,
  frozenFault,
  isImport,
  nameOf,
  type Proof,
  proofOf,
  sha256Of,
  type TakenIn,
} from '#src/domain/documents/proof.ts'
import { isExplained } from '#src/domain/documents/take-in.ts'
import { checkSeal } from '#src/pdf/seal/check-seal.ts'

type Row = typeof documents.$inferSelect

type DocumentFault = { document: number; words: string }

/**
 * Compares documents with the history, their seals and their data: first those in `first`, then those after the number
 * `after`, for `time` milliseconds. Returns the number after which to continue, or 0 at the end.
 */
export async function checkDocuments(
  store: Store,
  { first = [], after = 0, time = Number.POSITIVE_INFINITY } = {} as {
    first?: number[]
    after?: number
    time?: number
  },
): Promise<{ checked: number; faults: DocumentFault[]; after: number }> {
  const end = performance.now() + time
  const takenIn = documentsTakenIn(store)
  const faults: DocumentFault[] = []
  let checked = 0
  for (const id of first) await look(id)
  for (let last = after; ; ) {
    const next = store.db.orm
      .select({ id: documents.id })
      .from(documents)
      .where(gt(documents.id, last))
      .orderBy(asc(documents.id))
      .limit(1)
      .get()
    if (!next) return { checked, faults, after: 0 }
    if (!first.includes(next.id)) await look(next.id)
    last = next.id
    if (performance.now() >= end) return { checked, faults, after: last }
  }

  async function look(id: number) {
    const words = await faultOf(store, takenIn, id)
    checked += 1
    if (words) faults.push({ document: id, words })
  }
}

async function faultOf(store: Store, takenIn: TakenIn, id: number): Promise<string | null> {
  // both are read in one snapshot, because the server may seal or erase the document in between
  const { row, fault } = store.db.sqlite.transaction(() => {
    const row = store.db.orm.select().from(documents).where(eq(documents.id, id)).get()
    return { row, fault: row ? storedFault(store, takenIn, row) : null }
  })()
  if (!row) return null
  const why = fault ?? (row.pdf && (await fileFault(store, row, row.pdf)))
  return why && `the ${nameOf(row)}, ${row.application}: ${why}`
}

function storedFault(store: Store, takenIn: TakenIn, row: Row): string | null {
  const proof = proofOf(store, takenIn, row)
  const isBefore = readAuditSecret(store.db, store.keys).takenIn === null
  if (!proof) return frozenFault(null, row)
  const time = timeFault(store, proof, row)
  if (time) return time
  const sealed = isBefore ? row.sha256 : proof.file
  if (row.erasedAt !== null) {
    if (!wasErased(store, row)) return 'it lacks its content, and no event says that it was erased'
    return row.sha256 === sealed ? null : 'its hash is not the one of the file that was sealed'
  }
  const fault = isBefore
    ? isExplained(store, row)
      ? null
      : 'its data is not what was frozen'
    : frozenFault(proof, row)
  if (fault) return fault
  if (row.pdf === null && sealed === null) return null
  if (sealed === null) return 'no event says that its file was sealed'
  if (row.pdf === null) return 'the file that was sealed is gone'
  if (row.sha256 !== sealed || sha256Of(row.pdf) !== sealed)
    return 'its file is not the one that was sealed'
  return null
}

/**
 * Returns what is wrong with the time of a document. The time matters, because the newest document of an application is
 * the one that is handed out.
 */
function timeFault({ db }: Store, { event }: Proof, row: Row): string | null {
  // version 0.1.0 kept the times of what it imported
  if (isImport(event.action)) return null
  const isEarlier = and(eq(documents.application, row.application), lt(documents.event, row.event))
  const earlier = db.orm
    .select({ last: max(documents.frozenAt) })
    .from(documents)
    .where(isEarlier)
    .get()
  // if the clock was set back between two decisions, the second one still has no earlier time than the first
  const expected = Math.max(event.at, earlier?.last ?? 0)
  return Math.abs(row.frozenAt - expected) > minutes(1) || row.frozenAt < (earlier?.last ?? 0)
    ? 'its time is not that of its event'
    : null
}

function wasErased(store: Store, { application }: Row): boolean {
  const isStored = store.db.orm
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.id, application))
    .get()
  return !isStored && erasureOf(store, application) !== null
}

async function fileFault(store: Store, row: Row, pdf: Buffer): Promise<string | null> {
  const trusted = issuedCertificates(store).map(({ fingerprint }) => fingerprint)
  const seal = await checkSeal(pdf, trusted)
  if (!seal.ok) return `its seal does not hold. ${seal.why}`
  // the time in the seal is in whole seconds
  const isOfSeal =
    seal.fingerprint === row.certificate &&
    seal.timestampedAt === row.timestampedAt &&
    seal.at === (row.sealedAt ?? 0) - ((row.sealedAt ?? 0) % seconds(1))
  if (!isOfSeal) return 'its certificate and times are not those of its seal'
  const name = row.kind === 'signed' ? 'application.json' : 'decision.json'
  const inside = seal.attachments.find((attachment) => attachment.name === name)?.bytes
  return inside && sha256Of(inside) === sha256Of(row.data ?? '')
    ? null
    : `its data is not the ${name} in its file`
}

export function missingDocuments(store: Store): string[] {
  const lost = provenEvents(
    store,
    `${actionIn(...actionsWith('freezes'))} and not exists (select 1 from documents
      where documents.application = events.application and documents.event = events.seq)`,
  )
    .filter(({ changes }) => valueIn(changes, 'frozenData') !== null)
    .map(({ seq, application }) => `the document of event ${seq}, ${application}: it is missing`)
  const hasRow = store.db.sqlite.prepare(
    'select 1 from documents where application = ? and event = ?',
  )
  const files = provenEvents(
    store,
    `${actionIn('document sealed')} and not exists (select 1 from documents where sha256 = section)`,
  ).flatMap(({ changes, application }) => {
    const [kind, event] = [valueIn(changes, 'document'), valueIn(changes, 'event')]
    if (hasRow.get(application, event)) return []
    return [
      `the ${kind} document of event ${event}, ${application}: the file that was sealed is missing`,
    ]
  })
  const stored = store.db.sqlite.prepare('select 1 from documents where sha256 = ?')
  const earlier = [...documentsTakenIn(store)]
    .filter(([, { file }]) => file !== null && !stored.get(file))
    .map(([name]) => `the ${name}: it is missing`)
  return [...new Set([...lost, ...files, ...earlier])]
}
