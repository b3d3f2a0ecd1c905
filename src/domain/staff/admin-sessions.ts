import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, lt, ne, or } from 'drizzle-orm'
import { adminSessions, admins } from '#db/schema/admins.ts'
import { transact, writable } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { type Admin, accessSection, refuseWithoutRight, type Source } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { hours, minutes } from '#src/domain/calendar.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import type { Right } from '#src/forms/admin/roles.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { lacksSecondFactor } from './required-second-factor.ts'

/** Milliseconds. `challenge` is for a session that waits for a code. */
const lifetimes = { idle: minutes(30), whole: hours(10), challenge: minutes(5) } as const

const fresh = minutes(10)
const mostSessions = 5

/** `provedAt` defaults to now. */
export type SessionSource = Source & {
  byRecoveryCode?: boolean
  byProvider?: boolean
  provedAt?: number
}

/**
 * Returns the session's secret. The sixth full session ends the oldest. A pending session ends no other, because
 * somebody who only knows the password must not end the owner's session.
 */
export function openAdminSession(
  store: Store,
  admin: number,
  stage: 'challenge' | 'full',
  { address, browser, byRecoveryCode, byProvider, provedAt }: SessionSource = {},
): string {
  const token = newToken()
  const tokenHash = hashToken(token)
  const at = store.now()
  const from = { publicId: randomUUID(), address, browser, byRecoveryCode, byProvider }
  const times = { createdAt: at, lastSeenAt: at, provedAt: provedAt ?? at }
  store.db.orm
    .insert(adminSessions)
    .values({ tokenHash, admin, stage, ...from, ...times })
    .run()
  if (stage === 'challenge') return token
  const others = fullSessions(store, admin).filter((session) => session.tokenHash !== tokenHash)
  for (const { tokenHash } of others.slice(mostSessions - 1)) endAdminSession(store, tokenHash)
  return token
}

export function findAdminSession(
  store: Store,
  tokenHash: string,
  stage: 'challenge' | 'full',
): Admin | null {
  const { db, now } = store
  const row = db.orm
    .select({ session: adminSessions, admin: admins })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.admin))
    .where(and(eq(adminSessions.tokenHash, tokenHash), eq(adminSessions.stage, stage)))
    .get()
  if (!row || row.admin.disabledAt !== null || hasRunOut(row.session, now())) return null
  // once a minute, so that few page views wait for the disk
  if (now() - row.session.lastSeenAt >= minutes(1))
    writable(store)
      .then(() => updateSession(store, tokenHash, { lastSeenAt: now() }))
      .catch(() => {})
  const { id, username, role } = row.admin
  const { byProvider } = row.session
  return {
    kind: 'admin',
    id,
    username,
    role,
    sessionHash: tokenHash,
    byProvider,
    lacksSecondFactor: lacksSecondFactor(store, row.admin, byProvider),
  }
}

/** Newest first. */
export const openSessions = (store: Store, admin: number) =>
  fullSessions(store, admin).filter((session) => !hasRunOut(session, store.now()))

const fullSessions = ({ db }: Store, admin: number) =>
  db.orm
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.stage, 'full'), eq(adminSessions.admin, admin)))
    .orderBy(desc(adminSessions.createdAt))
    .all()

function updateSession(
  { db }: Store,
  tokenHash: string,
  times: { lastSeenAt?: number; provedAt?: number },
) {
  db.orm.update(adminSessions).set(times).where(eq(adminSessions.tokenHash, tokenHash)).run()
}

export function signOutAdmin(deps: Store, admin: Admin) {
  transact(deps, (tx) => {
    endAdminSession(tx, admin.sessionHash)
    recordEvent(tx, admin, { action: 'signed out', section: accessSection })
  })
}

export function endAdminSession({ db }: Store, tokenHash: string) {
  db.orm.delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash)).run()
}

export const endAdminSessions = ({ db }: Store, admin: number): number =>
  db.orm.delete(adminSessions).where(eq(adminSessions.admin, admin)).run().changes

/** Ends all other sessions that began at the provider, of one account or of all accounts. */
export function endProviderSessions({ db }: Store, { sessionHash }: Admin, account?: number) {
  const ofAccount = account === undefined ? undefined : eq(adminSessions.admin, account)
  const isOther = ne(adminSessions.tokenHash, sessionHash)
  db.orm
    .delete(adminSessions)
    .where(and(eq(adminSessions.byProvider, true), isOther, ofAccount))
    .run()
}

/** Ends all other sessions that began with a password which no longer opens its account. */
export function endPasswordSessions({ db }: Store, { sessionHash }: Admin) {
  const losing = db.orm
    .select({ id: admins.id })
    .from(admins)
    .where(eq(admins.keepsPassword, false))
  const isOther = ne(adminSessions.tokenHash, sessionHash)
  db.orm
    .delete(adminSessions)
    .where(and(eq(adminSessions.byProvider, false), isOther, inArray(adminSessions.admin, losing)))
    .run()
}

/**
 * Replaces all sessions of an account by a new one, so that nobody else stays signed in after a change of password or
 * second factor.
 */
export function renewAdminSession(
  store: Store,
  { id, ...from }: { id: number } & SessionSource,
): string {
  endAdminSessions(store, id)
  return openAdminSession(store, id, 'full', from)
}

export const provePassword = (store: Store, { sessionHash }: Admin) =>
  updateSession(store, sessionHash, { provedAt: store.now() })

export function refuseStalePassword(store: Store, admin: Admin, field = 'password') {
  if (hasFreshPassword(store, admin)) return
  throw refusalAt(field, 'not-allowed', 'Please confirm your password first')
}

export const hasFreshPassword = (store: Store, admin: Admin): boolean =>
  store.now() - passwordGivenAt(store, admin) < fresh

/** Returns UTC milliseconds, or 0 when the session has ended. */
export function passwordGivenAt({ db }: Store, { sessionHash }: Admin): number {
  const ofToken = eq(adminSessions.tokenHash, sessionHash)
  return db.orm.select().from(adminSessions).where(ofToken).get()?.provedAt ?? 0
}

/** Refuses 'not-signed-in' when the session has ended since the request began. */
export function refuseEndedSession(store: Store, { sessionHash }: Admin, right: Right = 'account') {
  const admin = findAdminSession(store, sessionHash, 'full')
  if (!admin) throw new Refusal('not-signed-in', refusals.signIn)
  refuseWithoutRight(admin, right)
}

export function removeExpiredAdminSessions({ db, now }: Store) {
  const { idle, whole, challenge } = lifetimes
  db.orm
    .delete(adminSessions)
    .where(
      or(
        lt(adminSessions.lastSeenAt, now() - idle),
        lt(adminSessions.createdAt, now() - whole),
        and(eq(adminSessions.stage, 'challenge'), lt(adminSessions.createdAt, now() - challenge)),
      ),
    )
    .run()
}

function hasRunOut(session: typeof adminSessions.$inferSelect, at: number): boolean {
  const { idle, whole, challenge } = lifetimes
  const most = session.stage === 'challenge' ? challenge : whole
  return at - session.lastSeenAt >= idle || at - session.createdAt >= most
}
