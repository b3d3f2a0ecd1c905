import { and, desc, eq, gt, inArray, lt, max, ne, or } from 'drizzle-orm'
import { applications, draftTokens, idempotencyKeys } from '#db/schema/applications.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { days } from '#src/domain/calendar.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import type { Application } from './application.ts'

/** Write: from the last save. Read: from the submit. */
export const draftTokenLifetimes = { write: days(30), read: days(7) } as const

/** One secret opens all drafts of a browser; a cookie that we did not issue is replaced. */
export function grantDraft(
  deps: Deps,
  application: Application,
  token: string | null,
  access: 'write' | 'read' = 'write',
): string {
  const secret = token && opensAnything(deps, hashToken(token)) ? token : newToken()
  const granted = { access, expiresAt: deps.now() + draftTokenLifetimes[access] }
  deps.db.orm
    .insert(draftTokens)
    .values({ tokenHash: hashToken(secret), application: application.seq, ...granted })
    .onConflictDoUpdate({
      target: [draftTokens.tokenHash, draftTokens.application],
      set: granted,
      setWhere: eq(draftTokens.access, 'moved'),
    })
    .run()
  return secret
}

/** The browsers that hold a draft lose it, and learn where it went while they could have read it. */
export function moveDraft(deps: Writing<Store>, application: Application) {
  deps.db.orm
    .update(draftTokens)
    .set({ access: 'moved', expiresAt: deps.now() + draftTokenLifetimes.read })
    .where(eq(draftTokens.application, application.seq))
    .run()
  forgetRetries(deps, application.seq)
}

/** When the owner proved to be somebody else. */
export function endFormBrowsers(deps: Writing<Store>, application: number) {
  deps.db.orm.delete(draftTokens).where(eq(draftTokens.application, application)).run()
  forgetRetries(deps, application)
}

/** A first save that is repeated would bring the application back. */
const forgetRetries = ({ db }: Store, application: number) =>
  db.orm.delete(idempotencyKeys).where(eq(idempotencyKeys.application, application)).run()

/** To a new secret, as somebody may have copied the old one, which still opens the browser's other drafts. */
export function grantHandedOver(
  deps: Writing<Deps>,
  application: Application,
  token: string | null,
): string {
  const secret = newToken()
  const others = deps.db.orm
    .select()
    .from(draftTokens)
    .where(
      and(
        eq(draftTokens.tokenHash, hashToken(token ?? '')),
        ne(draftTokens.application, application.seq),
      ),
    )
    .orderBy(draftTokens.id)
    .all()
  for (const { id: _, ...other } of others)
    deps.db.orm
      .insert(draftTokens)
      .values({ ...other, tokenHash: hashToken(secret) })
      .run()
  return grantDraft(deps, application, secret)
}

export const forgetMoved = ({ db }: Deps, tokenHash: string) =>
  db.orm
    .delete(draftTokens)
    .where(and(eq(draftTokens.tokenHash, tokenHash), eq(draftTokens.access, 'moved')))
    .run()

export function accessOf(deps: Store, application: Application, tokenHash: string) {
  const row = deps.db.orm
    .select({ access: draftTokens.access })
    .from(draftTokens)
    .where(
      and(
        eq(draftTokens.tokenHash, tokenHash),
        eq(draftTokens.application, application.seq),
        gt(draftTokens.expiresAt, deps.now()),
      ),
    )
    .get()
  return row?.access ?? null
}

export type DraftsOfBrowser = ReturnType<typeof draftsOf>

/** The newest of each kind, and that of `id`. */
export function draftsOf({ db: { orm }, now }: Deps, { tokenHash }: Applicant, id = '') {
  const held = and(eq(draftTokens.tokenHash, tokenHash ?? ''), gt(draftTokens.expiresAt, now()))
  const newest = orm
    .select({ id: max(draftTokens.id) })
    .from(draftTokens)
    .where(held)
    .groupBy(draftTokens.access)
  const rows = orm
    .select({ application: applications, access: draftTokens.access })
    .from(draftTokens)
    .innerJoin(applications, eq(applications.seq, draftTokens.application))
    .where(and(held, or(eq(applications.id, id), inArray(draftTokens.id, newest))))
    .orderBy(desc(draftTokens.id))
    .all()
  const newestWith = (access: (typeof rows)[number]['access']) =>
    rows.find((row) => row.access === access)?.application ?? null
  return {
    open: newestWith('write'),
    sent: newestWith('read'),
    moved: newestWith('moved'),
    named: rows.find(({ application }) => application.id === id) ?? null,
  }
}

export function extendDraft(deps: Deps, application: Application) {
  deps.db.orm
    .update(draftTokens)
    .set({ expiresAt: deps.now() + draftTokenLifetimes.write })
    .where(holding(application))
    .run()
}

export function closeDraft(deps: Store, application: Application) {
  deps.db.orm
    .update(draftTokens)
    .set({ access: 'read', expiresAt: deps.now() + draftTokenLifetimes.read })
    .where(holding(application))
    .run()
}

const holding = ({ seq }: Application) =>
  and(eq(draftTokens.application, seq), ne(draftTokens.access, 'moved'))

export function removeExpiredDraftTokens({ db, now }: Deps) {
  db.orm.delete(draftTokens).where(lt(draftTokens.expiresAt, now())).run()
}

const opensAnything = ({ db }: Deps, tokenHash: string) =>
  db.orm
    .select({ id: draftTokens.id })
    .from(draftTokens)
    .where(eq(draftTokens.tokenHash, tokenHash))
    .get() !== undefined
