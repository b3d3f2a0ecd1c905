import { setImmediate } from 'node:timers/promises'
import { and, between, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { capabilities } from '#db/schema/capabilities.ts'
import { perConnection } from '#db/statements.ts'
import type { Deps } from '#src/deps.ts'
import { days } from '#src/domain/durations.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import type { Application } from './application.ts'

/** How long a browser may write its draft after the last save (rule 32), and read what it submitted (rule 91). */
export const capabilityLifetimes = { write: days(30), read: days(7) } as const

/**
 * Gives a browser the right to write a draft. A browser keeps one secret for all its drafts, but only a secret that we
 * gave it: a cookie from elsewhere is replaced.
 */
export function grantDraft(deps: Deps, application: Application, token: string | null): string {
  const secret = token && opensAnything(deps, hashToken(token)) ? token : newToken()
  deps.db.orm
    .insert(capabilities)
    .values({
      tokenHash: hashToken(secret),
      application: application.seq,
      access: 'write',
      expiresAt: deps.now() + capabilityLifetimes.write,
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
    .update(capabilities)
    .set({ tokenHash: hashToken(secret) })
    .where(eq(capabilities.tokenHash, hashToken(token)))
    .run()
  return secret
}

/** What a browser may do with an application: write its draft, read what it submitted, or nothing. */
export function accessOf(
  deps: Pick<Deps, 'db' | 'now'>,
  application: Application,
  tokenHash: string,
) {
  const row = deps.db.orm
    .select({ access: capabilities.access })
    .from(capabilities)
    .where(
      and(
        eq(capabilities.tokenHash, tokenHash),
        eq(capabilities.application, application.seq),
        gt(capabilities.expiresAt, deps.now()),
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
  const row = newest(deps.db).get({ tokenHash, access, now: deps.now() })
  return row?.application ?? null
}

const newest = perConnection((orm) =>
  orm
    .select({ application: applications })
    .from(capabilities)
    .innerJoin(applications, eq(applications.seq, capabilities.application))
    .where(
      and(
        eq(capabilities.tokenHash, sql.placeholder('tokenHash')),
        eq(capabilities.access, sql.placeholder('access')),
        gt(capabilities.expiresAt, sql.placeholder('now')),
      ),
    )
    .orderBy(desc(applications.seq))
    .limit(1)
    .prepare(),
)

/** A save keeps the draft for another while. */
export function extendDraft(deps: Deps, application: Application) {
  deps.db.orm
    .update(capabilities)
    .set({ expiresAt: deps.now() + capabilityLifetimes.write })
    .where(eq(capabilities.application, application.seq))
    .run()
}

/** After the submit the browsers that held the draft may only read, for a while. */
export function closeDraft(deps: Deps, application: Application) {
  deps.db.orm
    .update(capabilities)
    .set({ access: 'read', expiresAt: deps.now() + capabilityLifetimes.read })
    .where(eq(capabilities.application, application.seq))
    .run()
}

/** Rows of one look for what has run out: an index of all dates would cost every save more than an hourly look does. */
const mostAtOnce = 5000

/** Removes rights that have run out, so many rows at a time; others get their turn in between. */
export async function dropExpiredCapabilities({ db, now, draining }: Deps) {
  const ends = db.sqlite.prepare<[], { first: number | null; last: number | null }>(bothEnds).get()
  const last = ends?.last ?? 0
  for (let from = ends?.first ?? 1; from <= last && !draining(); from += mostAtOnce) {
    const some = between(capabilities.id, from, from + mostAtOnce - 1)
    db.orm
      .delete(capabilities)
      .where(and(some, lt(capabilities.expiresAt, now())))
      .run()
    await setImmediate()
  }
}

const bothEnds =
  'select (select min(id) from capabilities) as first, (select max(id) from capabilities) as last'

const opensAnything = ({ db }: Deps, tokenHash: string) =>
  db.orm
    .select({ id: capabilities.id })
    .from(capabilities)
    .where(eq(capabilities.tokenHash, tokenHash))
    .limit(1)
    .get() !== undefined
