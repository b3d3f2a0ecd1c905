import { setImmediate } from 'node:timers/promises'
import { and, between, desc, eq, gt, lt } from 'drizzle-orm'
import { applications, draftTokens } from '#db/schema/applications.ts'
import type { Deps, Store } from '#src/deps.ts'
import { days } from '#src/domain/durations.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import type { Application } from './application.ts'

/** How long a browser may write its draft after the last save (rule 32), and read what it submitted (rule 91). */
export const draftTokenLifetimes = { write: days(30), read: days(7) } as const

/**
 * Gives a browser the right to write a draft, or to read what it submitted. A browser keeps one secret for all its drafts, but only a secret that we
 * gave it: a cookie from elsewhere is replaced.
 */
export function grantDraft(
  deps: Deps,
  application: Application,
  token: string | null,
  access: 'write' | 'read' = 'write',
): string {
  const secret = token && opensAnything(deps, hashToken(token)) ? token : newToken()
  deps.db.orm
    .insert(draftTokens)
    .values({
      tokenHash: hashToken(secret),
      application: application.seq,
      access,
      expiresAt: deps.now() + draftTokenLifetimes[access],
    })
    .onConflictDoNothing()
    .run()
  return secret
}

/**
 * Gives a browser a new secret for all that its present one opens. Somebody who used the same browser before may have
 * kept a copy of the present one.
 */
export function renewSecret({ db }: Deps, token: string): string {
  const secret = newToken()
  db.orm
    .update(draftTokens)
    .set({ tokenHash: hashToken(secret) })
    .where(eq(draftTokens.tokenHash, hashToken(token)))
    .run()
  return secret
}

/** What a browser may do with an application: write its draft, read what it submitted, or nothing. */
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

/** The newest draft that a browser may write, or the newest application that it may still read. */
export function newestOf(
  deps: Deps,
  tokenHash: string,
  access: 'write' | 'read',
): Application | null {
  const row = deps.db.orm
    .select({ application: applications })
    .from(draftTokens)
    .innerJoin(applications, eq(applications.seq, draftTokens.application))
    .where(
      and(
        eq(draftTokens.tokenHash, tokenHash),
        eq(draftTokens.access, access),
        gt(draftTokens.expiresAt, deps.now()),
      ),
    )
    .orderBy(desc(applications.seq))
    .get()
  return row?.application ?? null
}

/** A save extends the draft (rule 32). */
export function extendDraft(deps: Deps, application: Application) {
  deps.db.orm
    .update(draftTokens)
    .set({ expiresAt: deps.now() + draftTokenLifetimes.write })
    .where(eq(draftTokens.application, application.seq))
    .run()
}

/** After the submit the draft's browsers may only read (rule 91). */
export function closeDraft(deps: Store, application: Application) {
  deps.db.orm
    .update(draftTokens)
    .set({ access: 'read', expiresAt: deps.now() + draftTokenLifetimes.read })
    .where(eq(draftTokens.application, application.seq))
    .run()
}

/** Rows checked at once: an index of expiry dates would cost every save more than the hourly clean-up. */
const mostAtOnce = 5000

/** Removes expired rights, some rows at a time so that others get their turn. */
export async function removeExpiredDraftTokens({ db, now, draining }: Deps) {
  const { first, last } = db.sqlite.prepare(bothEnds).get() as { first: number; last: number }
  for (let from = first; from <= last && !draining(); from += mostAtOnce) {
    const some = between(draftTokens.id, from, from + mostAtOnce - 1)
    db.orm
      .delete(draftTokens)
      .where(and(some, lt(draftTokens.expiresAt, now())))
      .run()
    await setImmediate()
  }
}

const bothEnds =
  'select coalesce((select min(id) from draft_tokens), 1) as first, coalesce((select max(id) from draft_tokens), 0) as last'

const opensAnything = ({ db }: Deps, tokenHash: string) =>
  db.orm
    .select({ id: draftTokens.id })
    .from(draftTokens)
    .where(eq(draftTokens.tokenHash, tokenHash))
    .get() !== undefined
