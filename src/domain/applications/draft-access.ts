import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { applications, draftTokens } from '#db/schema/applications.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { days } from '#src/domain/calendar.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import type { Application } from './application.ts'

/** In milliseconds: `write` counts from the last save, `read` from the submit. */
export const draftTokenLifetimes = { write: days(30), read: days(7) } as const

type Browser = Pick<Applicant, 'tokenHash'>

/**
 * `open` is the draft that the browser may write. `sent` are the applications that it has sent and may still read,
 * newest first.
 */
export type BrowserDrafts = { open: Application | null; sent: Application[] }

export function draftsOf({ db, now }: Store, { tokenHash }: Browser): BrowserDrafts {
  const rows = db.orm
    .select({ application: applications, access: draftTokens.access })
    .from(draftTokens)
    .innerJoin(applications, eq(applications.seq, draftTokens.application))
    .where(and(eq(draftTokens.tokenHash, tokenHash ?? ''), gt(draftTokens.expiresAt, now())))
    .orderBy(desc(draftTokens.id))
    .all()
  return {
    open: rows.find(({ access }) => access === 'write')?.application ?? null,
    sent: rows.flatMap(({ access, application }) => (access === 'read' ? [application] : [])),
  }
}

/** Returns the application with this reference, if the browser may write or read it. */
export function openedHere(deps: Store, browser: Browser, id: string): Application | null {
  const { open, sent } = draftsOf(deps, browser)
  return [open, ...sent].find((application) => application?.id === id) ?? null
}

/**
 * Returns a secret that opens this application. A browser that does not open it yet gets a new secret, because somebody
 * may have copied or planted the present one. The new secret still opens what the browser has sent.
 */
export function grantDraft(
  deps: Writing<Deps>,
  application: Application,
  token: string | null,
  access: 'write' | 'read' = 'write',
): string {
  const present = hashToken(token ?? '')
  if (token && openedHere(deps, { tokenHash: present }, application.id)) return token
  const secret = newToken()
  const tokenHash = hashToken(secret)
  const { orm } = deps.db
  const readable = orm
    .select({ application: draftTokens.application, expiresAt: draftTokens.expiresAt })
    .from(draftTokens)
    .where(and(eq(draftTokens.tokenHash, present), eq(draftTokens.access, 'read')))
    .orderBy(draftTokens.id)
    .all()
  for (const row of readable)
    orm
      .insert(draftTokens)
      .values({ ...row, tokenHash, access: 'read' })
      .run()
  orm
    .insert(draftTokens)
    .values({
      tokenHash,
      application: application.seq,
      access,
      expiresAt: deps.now() + draftTokenLifetimes[access],
    })
    .run()
  return secret
}

export function extendDraft({ db, now }: Deps, { seq }: Application) {
  db.orm
    .update(draftTokens)
    .set({ expiresAt: now() + draftTokenLifetimes.write })
    .where(eq(draftTokens.application, seq))
    .run()
}

/** Ends the writing: the browser that submitted the application may only read it from now on. */
export function closeDraft({ db, now }: Store, { seq }: Application) {
  db.orm
    .update(draftTokens)
    .set({ access: 'read', expiresAt: now() + draftTokenLifetimes.read })
    .where(eq(draftTokens.application, seq))
    .run()
}

export function removeExpiredDraftTokens({ db, now }: Deps) {
  db.orm.delete(draftTokens).where(lt(draftTokens.expiresAt, now())).run()
}
