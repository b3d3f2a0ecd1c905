import { eq, sql } from 'drizzle-orm'
import { adminSessions, admins } from '#db/schema/admins.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { type AdminAccount, tellOfChange } from './admins.ts'

/** How many wrong codes there were, and the instant of the first, ISO in UTC. */
type WrongCodes = { count: number; since: string }

/** After so many wrong codes without a right one, patience would find a code of the app (rule 431). */
const mostWrongCodes = 20

/** Whether a code of the app counts no more for an account, but only a recovery code. */
export const needsRecoveryCode = ({ wrongCodes }: Pick<AdminAccount, 'wrongCodes'>) =>
  wrongCodes >= mostWrongCodes

/** Records that a second factor was wrong: somebody knows the password. The owner is told in the next session. */
export function noteWrongCode(deps: Deps, actor: Admin) {
  transact(deps, (deps) => {
    const { wrongCodes } = deps.db.orm
      .update(admins)
      .set({
        wrongCodes: sql`${admins.wrongCodes} + 1`,
        wrongCodesSince: sql`coalesce(${admins.wrongCodesSince}, ${deps.now()})`,
      })
      .where(eq(admins.id, actor.id))
      .returning()
      .get()
    recordEvent(deps, actor, { action: 'wrong code of two-step sign-in' })
    if (wrongCodes === mostWrongCodes) tellOfChange(deps, actor.id, 'wrong-codes')
  })
}

/** After a right code, or a new password: adds the count of wrong codes to the session, which shows it, and resets it. */
export function handOverWrongCodes({ db }: Writing<Store>, admin: number, sessionHash: string) {
  const { wrongCodes, wrongCodesSince } = admins
  const counted = db.orm
    .select({ wrongCodes, wrongCodesSince })
    .from(admins)
    .where(eq(admins.id, admin))
    .get()
  if (!counted?.wrongCodes) return
  db.orm
    .update(adminSessions)
    .set({
      wrongCodes: sql`${adminSessions.wrongCodes} + ${counted.wrongCodes}`,
      wrongCodesSince: sql`coalesce(${adminSessions.wrongCodesSince}, ${counted.wrongCodesSince})`,
    })
    .where(eq(adminSessions.tokenHash, sessionHash))
    .run()
  const none = { wrongCodes: 0, wrongCodesSince: null }
  db.orm.update(admins).set(none).where(eq(admins.id, admin)).run()
}

/** The wrong codes that came before this session or during it; `null` when there were none. */
export function wrongCodesOf({ db }: Store, actor: Admin): WrongCodes | null {
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
