import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { admins, notes } from '#db/schema/admins.ts'
import { clientSessions, clients } from '#db/schema/clients.ts'
import { webhookAnswers } from '#db/schema/integrations.ts'
import { jobs } from '#db/schema/jobs.ts'
import { approvalProposals, decisionRecords } from '#db/schema/review.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Admin, accessSection } from '#src/domain/actor.ts'
import {
  type Application,
  directorsOf,
  signaturesOf,
} from '#src/domain/applications/application.ts'
import { signedDataOf } from '#src/domain/applications/frozen-data.ts'
import { signatureRequestOf } from '#src/domain/applications/signing-access.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { countEvents, eachEvent, recordEvent } from '#src/domain/audit/events.ts'
import { requestedSignInAddress } from '#src/domain/clients/client-links.ts'
import { checksOf } from '#src/domain/decisions/checks.ts'
import { documentsOf, type IssuedDocument } from '#src/domain/documents/stored-documents.ts'
import { emailDraft } from '#src/domain/jobs/email-jobs.ts'
import { isEmail } from '#src/domain/jobs/jobs.ts'
import { piecesOfFile } from '#src/domain/portal/answers.ts'
import { filesOf, type InformationRequest, requestsOf } from '#src/domain/portal/requests.ts'
import { registersOf } from '#src/domain/registers/look-up.ts'
import { ownerName } from '#src/domain/staff/owners.ts'
import { toDataUri } from '#src/security/png.ts'
import { lazyList, lazyText } from './json-pieces.ts'
import { applicationsOf, findPerson, type Mention } from './person.ts'

/**
 * Returns everything about a person, or `null` when nothing is held. Each application, with its longer lists and files,
 * is read when it is written: see `jsonPieces`.
 */
export function exportPerson(
  deps: Store,
  who: string,
  { applications, mentions } = findPerson(deps, who),
): Record<string, unknown> | null {
  if (applications.length === 0 && mentions.length === 0) return null
  return {
    exportedAt: new Date(deps.now()).toISOString(),
    person: who,
    applications: lazyList(() => readInTurn(applications, (each) => heldOf(deps, each))),
    namedIn: mentions,
  }
}

/** Records the export at once, for the command line, which ends right after the export. */
export function recordExport(deps: Store, who: string) {
  transact(deps, (tx) => {
    const exported = { action: 'person exported', section: accessSection } as const
    for (const { id: application } of applicationsOf(tx, who))
      recordEvent(tx, { kind: 'system' }, { ...exported, application })
  })
}

/**
 * Returns what is held about a person, for staff who look for it. The search is recorded as an event, without the
 * address that was typed.
 */
export function findHeld(deps: Deps, reader: Admin, who: string): HeldOfPerson {
  const held = heldOfPerson(deps, who)
  noteHeld(deps, reader, 'person found', held)
  return held
}

/** Returns everything about a person for a download, and records an event. */
export function downloadPerson(deps: Deps, reader: Admin, who: string) {
  const found = findPerson(deps, who)
  noteHeld(deps, reader, 'person exported', found)
  return exportPerson(deps, who, found)
}

/** Records one event for each application of the person, and one for all applications that only mention the address. */
function noteHeld(
  deps: Deps,
  reader: Admin,
  action: 'person found' | 'person exported',
  { applications, mentions }: { applications: { id: string }[]; mentions: Mention[] },
) {
  for (const { id } of applications) noteAccess(deps, reader, action, id)
  if (mentions.length > 0) noteAccess(deps, reader, action)
}

function heldOfPerson(deps: Store, who: string) {
  const { applications, mentions } = findPerson(deps, who)
  return {
    who,
    mentions,
    applications: applications.map(({ id, seq, businessName, status }) => ({
      id,
      businessName,
      status,
      hasAccount: accountOf(deps, seq) !== null,
      documents: documentsOf(deps, id).length,
      emails: jobsOf(deps, and(eq(jobs.application, id), isEmail)).length,
      events: countEvents(deps, id),
    })),
  }
}

export type HeldOfPerson = ReturnType<typeof heldOfPerson>

function heldOf(deps: Store, application: Application) {
  const { orm } = deps.db
  const { seq, id } = application
  const { authorisation, finance } = signaturesOf(deps, application)
  const ofDraft = and(isNull(jobs.application), eq(emailDraft, id))
  return {
    application: { ...readable(application), owner: ownerName(deps, application.owner) },
    directors: directorsOf(deps, application).map(({ name, position }) => ({ name, position })),
    signatures: [authorisation, finance].flatMap((signature) =>
      signature
        ? [
            {
              kind: signature.kind,
              typedName: signature.typedName,
              image: toDataUri(signature.png),
            },
          ]
        : [],
    ),
    signatureRequest: askedToSign(deps, application),
    signed: signedDataOf(deps, id),
    documents: documentsOf(deps, id).map(documentFacts),
    account: accountOf(deps, seq),
    emails: lazyList(() =>
      jobsOf(deps, and(or(eq(jobs.application, id), ofDraft), isEmail)).map(
        ({ kind, data, ...times }) => ({ kind, ...times, email: data }),
      ),
    ),
    requests: lazyList(() =>
      readInTurn(requestsOf(deps, application, Number.MAX_SAFE_INTEGER), (request) =>
        requestFacts(deps, request),
      ),
    ),
    webhooks: {
      events: lazyList(() =>
        jobsOf(deps, and(eq(jobs.application, id), isNotNull(jobs.endpoint))).map(
          ({ kind, data, ...times }) => ({ event: kind, ...times, body: data }),
        ),
      ),
      answers: lazyList(() => webhookAnswersAbout(deps, id)),
    },
    checks: checksOf(deps, application).map(({ isAsked: _, event: __, file, ...check }) => ({
      ...check,
      file: file && fileWithContent(deps, file),
    })),
    registers: registersOf(deps, application).map(({ register, at, rows }) => ({
      register,
      at,
      rows,
    })),
    agreed: agreedWith(deps, seq),
    proposal: proposedTo(deps, seq),
    notes: lazyList(() =>
      orm
        .select({ at: notes.at, admin: notes.admin, text: notes.text })
        .from(notes)
        .where(eq(notes.application, id))
        .orderBy(notes.id)
        .all()
        .map(readable),
    ),
    events: lazyList(() => readEvents(deps, id)),
  }
}

function* readInTurn<Item>(items: readonly Item[], read: (item: Item) => unknown) {
  for (const item of items) yield read(item)
}

const jobsOf = ({ db }: Store, about: SQL | undefined) =>
  db.orm
    .select()
    .from(jobs)
    .where(about)
    .orderBy(jobs.id)
    .all()
    .map(({ kind, state, createdAt, sentAt, data }) =>
      readable({ kind, state, createdAt, sentAt, data }),
    )

const webhookAnswersAbout = ({ db }: Store, application: string) =>
  db.orm
    .select()
    .from(webhookAnswers)
    .innerJoin(jobs, eq(jobs.id, webhookAnswers.job))
    .where(eq(jobs.application, application))
    .orderBy(webhookAnswers.id)
    .all()
    .map(({ webhook_answers: { event, at, status, text } }) =>
      readable({ event, at, status, text }),
    )

function askedToSign(deps: Store, application: Application) {
  const request = signatureRequestOf(deps, application)
  if (!request) return null
  const { application: _, tokenHash: __, ...asked } = request
  return readable(asked)
}

const agreedWith = ({ db }: Store, application: number) => {
  const ofApplication = eq(decisionRecords.application, application)
  const row = db.orm.select().from(decisionRecords).where(ofApplication).get()
  if (!row) return null
  const { application: _, ...agreed } = row
  return agreed
}

const proposedTo = ({ db }: Store, application: number) => {
  const row = db.orm
    .select({ proposal: approvalProposals, by: admins.username })
    .from(approvalProposals)
    .innerJoin(admins, eq(admins.id, approvalProposals.proposedBy))
    .where(eq(approvalProposals.application, application))
    .get()
  if (!row) return null
  const { application: _, applicationVersion: __, ...proposal } = row.proposal
  return readable({ ...proposal, proposedBy: row.by })
}

const documentFacts = ({ kind, frozenAt, sealedAt, sha256 }: IssuedDocument) =>
  readable({ kind, frozenAt, sealedAt, sha256 })

const requestFacts = (deps: Store, { id, application: _, ...asked }: InformationRequest) => ({
  ...readable(asked),
  files: filesOf(deps, id).map((file) => fileWithContent(deps, file)),
})

function* readEvents(deps: Store, id: string) {
  for (const event of eachEvent(deps, id)) yield readable(event)
}

const fileWithContent = (deps: Store, { id, ...facts }: ReturnType<typeof filesOf>[number]) => ({
  ...facts,
  content: lazyText(() => dataUriOf(piecesOfFile(deps, id))),
})

function* dataUriOf(pieces: Iterable<Buffer>) {
  yield 'data:application/octet-stream;base64,'
  let rest = Buffer.alloc(0)
  for (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece])
    // base64 writes three bytes as four letters
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, whole)
    rest = bytes.subarray(whole)
  }
  yield rest.toString('base64')
}

function accountOf(store: Store, application: number) {
  const { db } = store
  const account = db.orm.select().from(clients).where(eq(clients.application, application)).get()
  if (!account) return null
  const ofAccount = eq(clientSessions.client, account.id)
  const sessions = db.orm.select().from(clientSessions).where(ofAccount).all()
  const { email, createdAt, passwordHash } = account
  return {
    ...readable({ email, createdAt }),
    hasPassword: passwordHash !== null,
    askedSignInAddress: requestedSignInAddress(store, account.id),
    sessions: sessions.map(({ createdAt, lastSeenAt }) => readable({ createdAt, lastSeenAt })),
  }
}

const programOnly = /^(seq|version)$|Key$/

function readable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !programOnly.test(name))
      .map(([name, value]) => [
        name,
        /(^at|At)$/.test(name) && typeof value === 'number' ? new Date(value).toISOString() : value,
      ]),
  )
}
