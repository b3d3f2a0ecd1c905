import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import { jobs } from '#db/schema/jobs.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { currentWitness } from '#src/domain/audit/witness.ts'
import { minutes, seconds } from '#src/domain/calendar.ts'
import { clockDoubt } from '#src/domain/clock.ts'
import { companyOf, logoForDocuments } from '#src/domain/company/company.ts'
import { measureFreeSpace } from '#src/domain/disk-space.ts'
import { readWork } from '#src/domain/jobs/job-kinds.ts'
import {
  backoff,
  isDue,
  isHeld,
  type Job,
  markRefused,
  release,
  setAside,
  settle,
  takeFirst,
  wakeJobs,
} from '#src/domain/jobs/jobs.ts'
import type { Queue } from '#src/domain/jobs/loop.ts'
import { publishedTerms, type Terms, termsText, termsWording } from '#src/domain/terms/versions.ts'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import type { Attachment, SealedPdf } from '#src/pdf/seal/seal-pdf.ts'
import type { Seal } from './certificate-page.ts'
import { currentSealKey, waitsForClock } from './certificates.ts'
import type { SignedData } from './freeze.ts'
import { documentsTakenIn, frozenFault, proofOf, sealedEvent, sha256Of } from './proof.ts'
import {
  countersignedSheet,
  type SheetDeps,
  signatureFile,
  signedSheet,
  termsFile,
  termsTextFile,
} from './sealed-sheets.ts'
import { isSealingPaused } from './stored-documents.ts'

type FrozenDocument = typeof documents.$inferSelect

const pauses = { first: seconds(3), most: minutes(10) }

/** This is less than the hour that emails wait for the document. */
const longestWaitForTimestamp = minutes(45)

/** Returns the queue that draws, seals and stores the documents that `freezeAndRecord` has frozen. */
export function documentQueue(deps: Deps): Queue {
  let prepared = false
  deps.sealing.since = deps.now()
  return {
    name: 'document',
    async turn() {
      if (!prepared && checkSealing(deps)) {
        await currentSealKey(deps)
        prepared = true
      }
      return sealNextDocument(deps, Math.random())
    },
  }
}

/**
 * Makes the next document that is due, and returns false when none is. The row is written once the file is complete, so
 * a crash loses nothing. `random` (0 to 1) spreads the attempts.
 */
export async function sealNextDocument(deps: Deps, random: number): Promise<boolean> {
  if (!checkSealing(deps)) return false
  const job = takeDocument(deps)
  if (!job) return false
  if (!readWork('document', job)) {
    await settle(deps, () => setAside(deps, job))
    return true
  }
  const document = deps.db.orm.select().from(documents).where(isDocumentOf(job)).get()
  const { kind, application } = job
  const about = { document: job.document, kind, application }
  const signed = document?.kind === 'countersigned' ? signedOf(deps, document) : null
  const fault = document ? sealingFault(deps, document, signed) : 'it is missing'
  if (!document || fault) {
    deps.log.error({ ...about, fault }, 'a document was refused: it is not what was signed')
    await settle(deps, () => markRefused(deps, job, fault ?? ''))
    return true
  }
  let made: MadeDocument
  try {
    made = await makeDocument(deps, document, signed, job)
  } catch (error) {
    // shutting down: leave the job for the next start
    if (deps.draining()) return false
    const reason = error instanceof Error ? error.message : String(error)
    deps.log.warn({ ...about, reason }, 'a document could not be made')
    await settle(deps, () => putOff(deps, job, random))
    return true
  }
  const isStored = await settle(deps, () => store(deps, job, document, made))
  if (isStored) deps.log.info({ ...about, bytes: made.pdf.length }, 'a document was sealed')
  wakeJobs(deps)
  return true
}

/** Updates what the dashboard shows about the clock and the disk. Returns whether documents can be sealed now. */
function checkSealing(deps: Deps): boolean {
  deps.sealing.waitsForClock = waitsForClock(deps, clockDoubt(deps) === null)
  measureFreeSpace(deps)
  return !isSealingPaused(deps)
}

/**
 * Takes the document with the fewest attempts, so that failures do not hold up the others, then the one that was signed
 * first. A countersigned document waits for the signed one that it contains.
 */
function takeDocument(deps: Deps): Job | null {
  const isSignedSealed = sql`exists (select 1 from ${documents} as signed
    where signed.application = ${jobs.application} and signed.kind = 'signed' and signed.pdf is not null)`
  const isReady = and(isDue('document', deps.now()), or(eq(jobs.kind, 'signed'), isSignedSealed))
  return takeFirst(deps, isReady, jobs.attempts, jobs.id)
}

/** Returns why a document must never be sealed, or `null` when it is what was signed or decided. */
function sealingFault(
  deps: Deps,
  document: FrozenDocument,
  signed: FrozenDocument | null,
): string | null {
  const takenIn = documentsTakenIn(deps)
  const proof = proofOf(deps, takenIn, document)
  if (proof?.file) return 'it was sealed before'
  const fault = frozenFault(proof, document)
  if (fault || document.kind === 'signed') return fault
  if (!signed) return 'there is no signed document'
  const signedProof = proofOf(deps, takenIn, signed)
  const inside =
    frozenFault(signedProof, signed) ??
    (signed.pdf && sha256Of(signed.pdf) === signedProof?.file
      ? null
      : 'its file is not the one that was sealed')
  return inside && `of the signed document, ${inside}`
}

const signedOf = ({ db }: Deps, { application }: FrozenDocument): FrozenDocument | null =>
  db.orm
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.application, application),
        eq(documents.kind, 'signed'),
        isNull(documents.erasedAt),
      ),
    )
    .get() ?? null

const isDocumentOf = ({ document }: Job) => eq(documents.id, document ?? 0)

type MadeDocument = {
  pdf: Buffer
  sha256: string
  certificate: string
  sealedAt: number
  timestampedAt: number | null
}

async function makeDocument(
  deps: Deps,
  document: FrozenDocument,
  signed: FrozenDocument | null,
  job: Job,
): Promise<MadeDocument> {
  const key = await currentSealKey(deps)
  const witness = currentWitness(deps)
  if (!witness) throw new Error('There is no history')
  const { sheet, attachments } = contentOf(deps, document, signed, { ...key, witness })
  const drawn = await deps.pdf.render(sheet)
  // imported here, so that the command line, which seals nothing, does not load it
  const { sealPdf } = await import('#src/pdf/seal/seal-pdf.ts')
  const at = deps.now()
  const { bytes, timestampedAt } = await sealedInTime(deps, document, job, (timestampUrl) =>
    sealPdf(drawn, { attachments, at, key, timestampUrl }),
  )
  const pdf = Buffer.from(bytes)
  return { pdf, sha256: sha256Of(pdf), certificate: key.fingerprint, sealedAt: at, timestampedAt }
}

/** Seals a document. It leaves out the timestamp once the timestamp authority has failed for too long. */
async function sealedInTime(
  { env, log, now }: Deps,
  { id, frozenAt }: FrozenDocument,
  { attempts }: Job,
  seal: (timestampUrl: string | null) => Promise<SealedPdf>,
): Promise<SealedPdf> {
  const url = env.TIMESTAMP_URL ?? null
  try {
    return await seal(url)
  } catch (error) {
    const mayWait = attempts <= 1 || now() - frozenAt < longestWaitForTimestamp
    if (url === null || mayWait) throw error
    log.error({ document: id, err: error }, 'a document is sealed without a timestamp')
    return seal(null)
  }
}

type Content = { sheet: ApplicationSheet; attachments: Attachment[] }

function contentOf(
  deps: Deps,
  document: FrozenDocument,
  signed: FrozenDocument | null,
  seal: Seal,
): Content {
  const { kind, data, signature } = document
  if (data === null) throw new Error('What was frozen is gone')
  const sheetDeps: SheetDeps = {
    env: deps.env,
    company: companyOf(deps),
    documentLogo: logoForDocuments(deps),
  }
  const image = signature ? [png(signature)] : []
  if (kind === 'signed') {
    const terms = signedTerms(deps, data)
    return {
      sheet: signedSheet(sheetDeps, data, signature, seal, terms !== null),
      attachments: [
        json('application.json', 'Every answer as it was signed', data),
        ...(terms ? attachedTerms(terms, hasTermsText(data)) : []),
        ...image,
      ],
    }
  }
  if (!signed?.data || !signed.pdf || !signed.sha256 || signed.sealedAt === null)
    throw new Error('The signed document is not sealed yet')
  const inside = {
    json: signed.data,
    png: signed.signature,
    sha256: signed.sha256,
    sealedAt: signed.sealedAt,
  }
  return {
    sheet: countersignedSheet(sheetDeps, data, signature, seal, inside),
    attachments: [
      json('decision.json', 'The decision and the record at that time', data),
      ...image,
      {
        name: 'signed.pdf',
        mimeType: 'application/pdf',
        description: 'The signed document',
        bytes: signed.pdf,
      },
    ],
  }
}

/** Returns the terms whose hash was signed, or `null` when this version does not have them. */
function signedTerms(deps: Deps, data: string): Terms | null {
  const { version, sha256 } = (JSON.parse(data) as SignedData).terms
  const terms = publishedTerms(deps, version)
  const signed = hasTermsText(data) ? terms?.sha256 : terms?.earlierSha256
  return signed === sha256 ? terms : null
}

const hasTermsText = (data: string) =>
  (JSON.parse(data) as SignedData).format === 'countersign-signed-3'

/**
 * Returns the attachments of the terms. Data of an earlier format names the hash of their JSON, so the document carries
 * the JSON beside the text.
 */
const attachedTerms = (terms: Terms, isTextAlone: boolean): Attachment[] => [
  ...(isTextAlone
    ? []
    : [
        json(
          termsFile,
          'The supplier terms that were accepted',
          termsWording(terms.version, terms.parts),
        ),
      ]),
  {
    name: termsTextFile,
    mimeType: 'text/plain',
    description: 'The supplier terms that were accepted',
    bytes: Buffer.from(termsText(terms), 'utf8'),
  },
]

const json = (name: string, description: string, data: string): Attachment => ({
  name,
  mimeType: 'application/json',
  description,
  bytes: Buffer.from(data, 'utf8'),
})

const png = (bytes: Buffer): Attachment => ({
  name: signatureFile,
  mimeType: 'image/png',
  description: 'The signature',
  bytes,
})

function putOff(deps: Deps, job: Job, random: number) {
  const wait = Math.min(backoff(job.attempts, random, pauses.first), pauses.most)
  release(deps, job, wait)
  setTimeout(() => wakeJobs(deps), wait).unref()
}

/** Stores a sealed document. Returns false when it was erased or sealed in the meantime. */
const store = (deps: Deps, job: Job, document: FrozenDocument, file: MadeDocument): boolean =>
  transact(deps, (tx) => {
    if (!isHeld(tx, job)) return false
    tx.db.orm.delete(jobs).where(eq(jobs.id, job.id)).run()
    return storeFile(tx, document, file)
  })

export function storeFile(
  deps: Writing<Store>,
  document: Pick<FrozenDocument, 'id' | 'application' | 'kind' | 'event'>,
  file: Pick<MadeDocument, 'pdf' | 'sha256' | 'sealedAt'> & Partial<MadeDocument>,
): boolean {
  const isPending = and(eq(documents.id, document.id), isNull(documents.sealedAt))
  if (deps.db.orm.update(documents).set(file).where(isPending).run().changes === 0) return false
  const then = { ...deps, now: () => file.sealedAt }
  recordEvent(then, { kind: 'system' }, sealedEvent(document, file.sha256))
  return true
}
