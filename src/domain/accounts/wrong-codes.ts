import { eq, sql } from 'drizzle-orm'
import { adminSessions, admins } from '#db/schema/admins.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'

/** How many wrong codes there were, and the instant of the first, ISO in UTC. */
type WrongCodes = { count: number; since: string }

type Store = Pick<Deps, 'db' | 'now'>

/** Records that a second factor was wrong: somebody knows the password. The owner is told in the next session. */
export function noteWrongCode(deps: Deps, actor: Admin) {
  transact(deps, (deps) => {
    deps.db.orm
      .update(admins)
      .set({
        wrongCodes: sql`${admins.wrongCodes} + 1`,
        wrongCodesSince: sql`coalesce(${admins.wrongCodesSince}, ${deps.now()})`,
      })
      .where(eq(admins.id, actor.id))
      .run()
    recordEvent(deps, actor, { action: 'wrong code of two-step sign-in' })
  })
}

/** Moves the count of wrong codes to the new session and resets it. */
export function handOverWrongCodes({ db }: Writing<Store>, admin: number, sessionHash: string) {
  const { wrongCodes, wrongCodesSince } = admins
  const counted = db.orm
    .select({ wrongCodes, wrongCodesSince })
    .from(admins)
    .where(eq(admins.id, admin))
    .get()
  if (!counted?.wrongCodes) return
  db.orm.update(adminSessions).set(counted).where(eq(adminSessions.tokenHash, sessionHash)).run()
  const none = { wrongCodes: 0, wrongCodesSince: null }
  db.orm.update(admins).set(none).where(eq(admins.id, admin)).run()
}

/** The wrong codes that came before this session or during it; `null` when there were none. */
export function wrongCodesOf({ db }: Pick<Deps, 'db'>, actor: Admin): WrongCodes | null {
  const row = db.orm
    .select({ before: adminSessions, during: admins })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.admin))
    .where(eq(adminSessions.tokenHash, actor.sessionHash))
    .get()
  const since = row && (row.before.wrongCodesSince ?? row.during.wrongCodesSince)
  if (!since) return null
  const count = row.before.wrongCodes + row.during.wrongCodes
  return { count, since: new Date(since).toISOString() }
}
