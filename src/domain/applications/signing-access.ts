import { and, eq, gt, lt, ne } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { signatureRequests, signingBrowsers } from '#db/schema/signing.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Signer } from '#src/domain/actor.ts'
import { days } from '#src/domain/calendar.ts'
import type { Application } from './application.ts'

export type SignatureRequest = typeof signatureRequests.$inferSelect

/**
 * In milliseconds: `link` counts from the sending of the email, and `read`, for the browser that signed, from the
 * signing.
 */
export const signingLifetimes = { link: days(7), read: days(7) } as const

type Browser = Pick<Signer, 'tokenHash'>

/** An application that a browser may sign, or has signed and may still read. */
export type Signing = { application: Application; access: 'sign' | 'read'; openedIn: number }

export const signatureRequestOf = (
  { db }: Store,
  { seq }: Pick<Application, 'seq'>,
): SignatureRequest | null =>
  db.orm.select().from(signatureRequests).where(eq(signatureRequests.application, seq)).get() ??
  null

/** Returns whether a request waits for a signature and its link still works. */
export const isWaiting = ({ now }: Store, { state, expiresAt }: SignatureRequest): boolean =>
  state === 'waiting' && expiresAt > now()

/** Returns the applications that a browser may sign or has signed, with the one that it opened last in front. */
export function signingsOf(store: Store, { tokenHash }: Browser): Signing[] {
  const rows = store.db.orm
    .select({
      application: applications,
      access: signingBrowsers.access,
      openedIn: signingBrowsers.openedIn,
      request: signatureRequests,
    })
    .from(signingBrowsers)
    .innerJoin(applications, eq(applications.seq, signingBrowsers.application))
    .innerJoin(signatureRequests, eq(signatureRequests.application, signingBrowsers.application))
    .where(
      and(
        eq(signingBrowsers.tokenHash, tokenHash ?? ''),
        gt(signingBrowsers.expiresAt, store.now()),
      ),
    )
    .all()
  return rows
    .filter(({ access, request }) => access === 'read' || isWaiting(store, request))
    .map(({ request: _, ...signing }) => signing)
    .sort((one, other) => other.openedIn - one.openedIn)
}

export const signingHere = (store: Store, browser: Browser, id: string): Signing | null =>
  signingsOf(store, browser).find(({ application }) => application.id === id) ?? null

/**
 * Ends the signing: the browser that signed may only read the application from now on, and all other browsers lose it.
 * Returns the request.
 */
export function closeSigning(
  { db, now }: Writing<Store>,
  { seq }: Application,
  { tokenHash }: Browser,
): SignatureRequest {
  const ofApplication = eq(signingBrowsers.application, seq)
  db.orm
    .delete(signingBrowsers)
    .where(and(ofApplication, ne(signingBrowsers.tokenHash, tokenHash ?? '')))
    .run()
  db.orm
    .update(signingBrowsers)
    .set({ access: 'read', expiresAt: now() + signingLifetimes.read })
    .where(ofApplication)
    .run()
  return db.orm
    .update(signatureRequests)
    .set({ state: 'signed', endedAt: now(), tokenHash: null })
    .where(eq(signatureRequests.application, seq))
    .returning()
    .get()
}

export function removeExpiredSigningBrowsers({ db, now }: Deps) {
  db.orm.delete(signingBrowsers).where(lt(signingBrowsers.expiresAt, now())).run()
}
