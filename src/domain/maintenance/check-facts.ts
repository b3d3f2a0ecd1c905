import { createHash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { approvalProposals, attachments, checks, informationRequests } from '#db/schema/review.ts'
import type { Store } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'
import {
  type ProvenCheck,
  type ProvenProposal,
  type ProvenRequest,
  provenFacts,
} from '#src/domain/audit/proven-facts.ts'
import { provenProfile } from '#src/domain/audit/proven-profile.ts'
import { instant, minutes } from '#src/domain/calendar.ts'
import { changedTerms } from '#src/domain/decisions/decision-record.ts'
import { sha256Of } from '#src/domain/documents/proof.ts'

/** Compares an application's checks, questions and proposal with their events. */
export function factFaults(store: Store, application: Application): string[] {
  const facts = provenFacts(store, application.id)
  return [
    ...checkFaults(store, application, facts.checks),
    ...requestFaults(store, application, facts.requests),
    ...proposalFaults(store, application, facts.proposal),
  ].map((fault) => `application ${application.id}: ${fault}`)
}

function checkFaults({ db }: Store, { seq }: Application, proven: ProvenCheck[]): string[] {
  const rows = db.orm.select().from(checks).where(eq(checks.application, seq)).all()
  const faults = rows.flatMap(({ id, name, state, note, event }) => {
    const check = proven.find((check) => check.name === name)
    if (!check) return [`no event says that the check "${name}" was recorded`]
    const isSame = check.state === state && check.note === note && check.event === event
    if (!isSame) return [`the check "${name}" is not what was recorded`]
    const stored = filesWhere({ db }, eq(attachments.recordedCheck, id))
    return check.file === undefined || hasFiles(stored, check.file ? [check.file] : [])
      ? fileFaults({ db }, stored)
      : [`the file of the check "${name}" is not the one that was recorded`]
  })
  const lost = proven.filter(({ name }) => !rows.some((row) => row.name === name))
  return [...faults, ...lost.map(({ name }) => `the check "${name}" is gone`)]
}

function requestFaults({ db }: Store, { seq }: Application, proven: ProvenRequest[]): string[] {
  const rows = db.orm
    .select()
    .from(informationRequests)
    .where(eq(informationRequests.application, seq))
    .orderBy(asc(informationRequests.id))
    .all()
  const left = [...proven]
  const faults = rows.flatMap((row) => {
    // events of an earlier version do not name the row, but events and rows are both in the order of asking
    const place = left.findIndex(({ id }) => id === undefined || id === row.id)
    const [request] = place < 0 ? [] : left.splice(place, 1)
    if (!request) return [`no event says that question ${row.id} was asked`]
    if (!isRequest(row, request)) return [`question ${row.id} is not what was asked or answered`]
    const stored = filesWhere({ db }, eq(attachments.request, row.id))
    if (request.state !== 'answered') return []
    return request.files === undefined || hasFiles(stored, request.files)
      ? fileFaults({ db }, stored)
      : [`the files of question ${row.id} are not those that were sent`]
  })
  return [
    ...faults,
    ...left.map(({ askedAt }) => `the question that was asked at ${instant(askedAt)} is gone`),
  ]
}

type RequestRow = typeof informationRequests.$inferSelect

function isRequest(row: RequestRow, request: ProvenRequest): boolean {
  const { question, answer, askedBy, askedAt, answeredAt, state } = request
  return (
    row.askedBy === askedBy &&
    isAbout(row.askedAt, askedAt) &&
    (question === undefined || row.text === question) &&
    stateOf(row) === state &&
    (state === 'answered'
      ? isAbout(row.answeredAt ?? 0, answeredAt ?? 0) &&
        (answer === undefined || row.answer === answer)
      : row.answer === null)
  )
}

function stateOf({ answeredAt, closedAt }: RequestRow): ProvenRequest['state'] {
  if (answeredAt !== null) return 'answered'
  return closedAt === null ? 'open' : 'closed'
}

/** Allows a minute between two instants, because a row and its event read the clock one after the other. */
const isAbout = (one: number, other: number) => Math.abs(one - other) <= minutes(1)

function proposalFaults(
  { db }: Store,
  { seq, version }: Application,
  proven: ProvenProposal | null,
): string[] {
  const found = db.orm
    .select({ row: approvalProposals, by: admins.username })
    .from(approvalProposals)
    .innerJoin(admins, eq(admins.id, approvalProposals.proposedBy))
    .where(eq(approvalProposals.application, seq))
    .get()
  if (!found) return proven ? ['the proposed approval is gone'] : []
  if (!proven) return ['no event says that its approval was proposed']
  const { row, by } = found
  const isSame =
    by === proven.proposedBy &&
    isAbout(row.proposedAt, proven.proposedAt) &&
    row.customerCode === proven.customerCode &&
    changedTerms(proven.agreed, row).length === 0
  if (!isSame) return ['the proposed approval is not what was proposed']
  const isVoid = row.applicationVersion !== version
  return proven.isVoid && !isVoid
    ? ['the proposed approval counts, but the record was changed since']
    : []
}

type StoredFile = Pick<typeof attachments.$inferSelect, 'id' | 'name' | 'size' | 'sha256'>

const filesWhere = ({ db }: Pick<Store, 'db'>, condition: ReturnType<typeof eq>): StoredFile[] => {
  const { id, name, size, sha256 } = attachments
  return db.orm
    .select({ id, name, size, sha256 })
    .from(attachments)
    .where(condition)
    .orderBy(attachments.id)
    .all()
}

const hasFiles = (stored: StoredFile[], proven: Omit<StoredFile, 'id'>[]) =>
  stored.length === proven.length &&
  stored.every(
    ({ name, size, sha256 }, at) =>
      proven[at]?.name === name && proven[at]?.size === size && proven[at]?.sha256 === sha256,
  )

/** Compares the content of files with their hashes. Each piece is read on its own, because files are large. */
const fileFaults = ({ db }: Pick<Store, 'db'>, stored: StoredFile[]): string[] =>
  stored.flatMap(({ id, name, sha256 }) => {
    const hash = createHash('sha256')
    const pieces = db.sqlite.prepare<[number], { bytes: Buffer }>(
      'select bytes from attachment_pieces where attachment = ? order by ordinal',
    )
    for (const { bytes } of pieces.iterate(id)) hash.update(bytes)
    return hash.digest('hex') === sha256 ? [] : [`the file "${name}" is not the one that was sent`]
  })

/**
 * Compares the names and signatures of staff accounts, which documents print, with the history as far as the history
 * has them.
 */
export const staffFaults = (store: Store): string[] =>
  store.db.orm
    .select()
    .from(admins)
    .all()
    .flatMap(({ username, fullName, signaturePng }) => {
      const proven = provenProfile(store, username)
      const signature = signaturePng && sha256Of(signaturePng)
      return [
        ...(proven.fullName === undefined || proven.fullName === fullName
          ? []
          : [`its full name is not the one that was saved`]),
        ...(proven.signature === undefined || proven.signature === signature
          ? []
          : [`its signature is not the one that was saved`]),
      ].map((fault) => `account ${username}: ${fault}`)
    })
