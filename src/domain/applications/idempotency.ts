import { eq, lt } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { idempotencyKeys } from '#db/schema/draft-access.ts'
import type { Deps } from '#src/deps.ts'
import { hours } from '#src/domain/durations.ts'
import { hashToken } from '#src/security/tokens.ts'
import { type Application, findApplication } from './application.ts'

/**
 * How a first save that arrives again is recognised, within `lasts` milliseconds: by parts that others cannot send.
 * `isDoubleClick`: the browser dropped the first answer with its cookie.
 */
export type Retry = { parts: string[]; lasts: number; isDoubleClick?: boolean }

/** As many characters as 128 random bits have in base64url: a shorter key could be guessed. */
const secretLength = 22

/**
 * A request's Idempotency-Key, good for a day. One that could be guessed counts only together with the browser's
 * cookie; without a cookie it is `null`, like a missing or empty one.
 */
export function retryByKey(key: string | undefined, browserToken: string | null): Retry | null {
  if (!key) return null
  if (key.length >= secretLength) return { parts: [key], lasts: hours(24) }
  return browserToken ? { parts: [key, browserToken], lasts: hours(24) } : null
}

/** The application that the first of the same saves has made, or `null`. */
export function findRetried(deps: Deps, retry: Retry): Application | null {
  const row = deps.db.orm
    .select({ id: applications.id, expiresAt: idempotencyKeys.expiresAt })
    .from(idempotencyKeys)
    .innerJoin(applications, eq(applications.seq, idempotencyKeys.application))
    .where(eq(idempotencyKeys.keyHash, hashOf(retry)))
    .get()
  return row && row.expiresAt > deps.now() ? findApplication(deps, row.id) : null
}

/** Remembers what a first save has made. */
export function rememberRetry(deps: Deps, retry: Retry, { seq }: Pick<Application, 'seq'>) {
  const answer = {
    keyHash: hashOf(retry),
    application: seq,
    expiresAt: deps.now() + retry.lasts,
  }
  deps.db.orm
    .insert(idempotencyKeys)
    .values(answer)
    .onConflictDoUpdate({ target: idempotencyKeys.keyHash, set: answer })
    .run()
}

/** Forgets the answers about a draft that changes hands: a retry by its former holder must not open it again. */
export function forgetRetries({ db }: Pick<Deps, 'db'>, { seq }: Pick<Application, 'seq'>) {
  db.orm.delete(idempotencyKeys).where(eq(idempotencyKeys.application, seq)).run()
}

/** Removes keys that have expired. */
export function removeExpiredRetries({ db, now }: Deps) {
  db.orm.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now())).run()
}

/** Hashes a list, so that no key looks like the parts of another retry. */
const hashOf = ({ parts }: Retry) => hashToken(JSON.stringify(parts))
