import { randomUUID } from 'node:crypto'
import { and, desc, eq, lt, ne, or } from 'drizzle-orm'
import { adminSessions, admins } from '#db/schema/admins.ts'
import { installation } from '#db/schema/installation.ts'
import { transact, type Writing, writeUnlessBusy } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import {
  type Actor,
  type Admin,
  access,
  refuseWithoutRight,
  type Source,
} from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import type { Right } from '#src/forms/admin/roles.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'

/**
 * How long an administrator stays signed in, idle and in all (rule 220); a session that still waits for a code lasts as
 * long as `challenge`.
 */
const adminSessionLifetimes = {
  idle: minutes(30),
  whole: hours(10),
  challenge: minutes(5),
} as const

/** How long after the password was given it counts as fresh. */
const fresh = minutes(10)
const mostSessions = 5

/**
 * Opens a session and returns its secret for the cookie; the sixth full one of an admin ends the oldest. Pending ones
 * end none: somebody who knows the password alone would end the owner's.
 */
export function openAdminSession(
  store: Store,
  admin: number,
  stage: 'challenge' | 'full',
  { address, browser }: Source = {},
): string {
  const { db, now } = store
  const token = newToken()
  const at = now()
  const row = { tokenHash: hashToken(token), admin, stage }
  db.orm
    .insert(adminSessions)
    .values({
      ...row,
      publicId: randomUUID(),
      address,
      browser,
      createdAt: at,
      lastSeenAt: at,
      provedAt: at,
    })
    .run()
  if (stage === 'challenge') return token
  const surplus = db.orm
    .select({ tokenHash: adminSessions.tokenHash })
    .from(adminSessions)
    .where(and(eq(adminSessions.admin, admin), eq(adminSessions.stage, stage)))
    .orderBy(desc(adminSessions.createdAt))
    .all()
    .filter(({ tokenHash }) => tokenHash !== row.tokenHash)
    .slice(mostSessions - 1)
  for (const { tokenHash } of surplus) endAdminSession(store, tokenHash)
  return token
}

/** Who holds a session's secret, by its hash; `null` when it is unknown, has run out or belongs to a closed account. */
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
  // written at most once a minute: reading a page should not wait for the disk
  if (now() - row.session.lastSeenAt >= minutes(1))
    writeUnlessBusy(db, () =>
      db.orm
        .update(adminSessions)
        .set({ lastSeenAt: now() })
        .where(eq(adminSessions.tokenHash, tokenHash))
        .run(),
    )
  const { id, username, role, totpSecretSealed } = row.admin
  const lacks = totpSecretSealed === null && isSecondFactorRequired(store)
  const admin: Admin = { kind: 'admin', id, username, role, sessionHash: tokenHash }
  return lacks ? { ...admin, lacksSecondFactor: true } : admin
}

/** The sessions that are open now, of everybody or of one account, the newest first. */
export function openSessions({ db, now }: Store, admin?: number) {
  const whose = admin === undefined ? undefined : eq(adminSessions.admin, admin)
  return db.orm
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.stage, 'full'), whose))
    .orderBy(desc(adminSessions.createdAt))
    .all()
    .filter((session) => !hasRunOut(session, now()))
}

/** Ends the administrator's session. */
export function signOutAdmin(deps: Store, admin: Admin) {
  transact(deps, (deps) => {
    endAdminSession(deps, admin.sessionHash)
    recordEvent(deps, admin, { action: 'signed out', section: access })
  })
}

/** Ends one session. */
export function endAdminSession({ db }: Store, tokenHash: string) {
  db.orm.delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash)).run()
}

/** Ends all sessions of an admin, or all but one; returns how many. */
export function endAdminSessions({ db }: Store, admin: number, except?: string): number {
  const others = except === undefined ? undefined : ne(adminSessions.tokenHash, except)
  return db.orm
    .delete(adminSessions)
    .where(and(eq(adminSessions.admin, admin), others))
    .run().changes
}

/** Ends every session and opens a new one: after a change of password or second factor nobody else stays in. */
export function renewAdminSession(store: Store, { id, ...from }: { id: number } & Source): string {
  endAdminSessions(store, id)
  return openAdminSession(store, id, 'full', from)
}

/** Records that the password was given again, for actions that need a fresh one. */
export function provePassword({ db, now }: Store, { sessionHash }: Admin) {
  db.orm
    .update(adminSessions)
    .set({ provedAt: now() })
    .where(eq(adminSessions.tokenHash, sessionHash))
    .run()
}

/** Refuses ('not-allowed', with an error at `field`) unless the password was given in the last ten minutes. */
export function refuseStalePassword(store: Store, admin: Admin, field = 'password') {
  if (hasFreshPassword(store, admin)) return
  throw refusalAt(field, 'not-allowed', 'Please confirm your password first')
}

/** Whether the password was given in the last ten minutes, at the sign-in or since. */
export function hasFreshPassword({ db, now }: Store, { sessionHash }: Admin): boolean {
  const row = db.orm
    .select({ provedAt: adminSessions.provedAt })
    .from(adminSessions)
    .where(eq(adminSessions.tokenHash, sessionHash))
    .get()
  return row !== undefined && now() - row.provedAt < fresh
}

/**
 * Refuses 'not-signed-in' when a session has ended since the request began, and as `refuseWithoutRight` when the right
 * was lost meanwhile.
 */
export function refuseEndedSession(store: Store, { sessionHash }: Admin, right: Right = 'account') {
  const admin = findAdminSession(store, sessionHash, 'full')
  if (!admin) throw new Refusal('not-signed-in', refusals.signIn)
  refuseWithoutRight(admin, right)
}

/** Removes sessions that have run out. */
export function removeExpiredAdminSessions({ db, now }: Store) {
  const { idle, whole, challenge } = adminSessionLifetimes
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
  const { idle, whole, challenge } = adminSessionLifetimes
  const most = session.stage === 'challenge' ? challenge : whole
  return at - session.lastSeenAt >= idle || at - session.createdAt >= most
}

const name = 'second-factor-required'
const row = eq(installation.name, name)

/** Whether every account of the back office must have a second factor (rule 229). */
export const isSecondFactorRequired = ({ db }: Store): boolean =>
  db.orm.select().from(installation).where(row).get() !== undefined

/** Stores whether it is required, in the caller's transaction; returns whether that is a change. */
export function storeSecondFactorRequired(
  deps: Writing<Store>,
  actor: Actor,
  required: boolean,
): boolean {
  if (isSecondFactorRequired(deps) === required) return false
  if (required) deps.db.orm.insert(installation).values({ name, value: 'yes' }).run()
  else deps.db.orm.delete(installation).where(row).run()
  const [before, after] = required ? ['no', 'yes'] : ['yes', 'no']
  recordEvent(deps, actor, {
    action: required ? 'second factor required for everybody' : 'second factor no longer required',
    changes: [{ field: 'second factor required', before, after }],
  })
  return true
}
