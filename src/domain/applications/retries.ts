import { eq, lt } from 'drizzle-orm'
import { applications, idempotencyKeys } from '#db/schema/applications.ts'
import type { Deps } from '#src/deps.ts'
import { hours } from '#src/domain/calendar.ts'
import { hashToken } from '#src/security/tokens.ts'
import type { Application } from './application.ts'

/**
 * A first save repeated within `lasts` milliseconds, by parts that others cannot send. `isDoubleClick`: the browser
 * dropped the first answer with its cookie.
 */
export type Retry = { parts: string[]; lasts: number; isDoubleClick?: boolean }

/** 128 random bits in base64url: a shorter key could be guessed. */
const secretLength = 22

/** An Idempotency-Key, good for a day; one that could be guessed does not count. */
export const retryByKey = (key = ''): Retry | null =>
  key.length >= secretLength ? { parts: [key], lasts: hours(24) } : null

/** The application of the first save, 'gone' when that left the browser or was erased, `null` without a first save. */
export function findRetried(deps: Deps, retry: Retry): Application | 'gone' | null {
  const row = deps.db.orm
    .select({ application: applications, expiresAt: idempotencyKeys.expiresAt })
    .from(idempotencyKeys)
    .leftJoin(applications, eq(applications.seq, idempotencyKeys.application))
    .where(eq(idempotencyKeys.keyHash, hashOf(retry)))
    .get()
  return row && row.expiresAt > deps.now() ? (row.application ?? 'gone') : null
}

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

export function removeExpiredRetries({ db, now }: Deps) {
  db.orm.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now())).run()
}

/** A list, so that no key looks like the parts of another retry. */
const hashOf = ({ parts }: Retry) => hashToken(JSON.stringify(parts))
