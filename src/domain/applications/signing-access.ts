import { and, eq, gt, lt, ne } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { signatureRequests, signingBrowsers } from '#db/schema/signing.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Signer } from '#src/domain/actor.ts'
import { days } from '#src/domain/calendar.ts'
import type { Application } from './application.ts'

export type SignatureRequest = typeof signatureRequests.$inferSelect

/** Of the link from the sending of its email, and of what the browser that signed may read from the signing. */
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

/** Returns the applications that a browser may sign or has signed, the last opened first. */
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

/** Lets the browser that signed only read from now on, and closes the application in all others. */
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
