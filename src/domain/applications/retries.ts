import { eq, lt } from 'drizzle-orm'
import { applications, idempotencyKeys } from '#db/schema/applications.ts'
import type { Deps } from '#src/deps.ts'
import { hours } from '#src/domain/calendar.ts'
import { hashToken } from '#src/security/tokens.ts'
import type { Application } from './application.ts'

/**
 * A first save that may be repeated within `lasts` milliseconds. `parts` identify it, and nobody else can send them.
 * `isDoubleClick` means that the browser dropped the first answer together with its cookie.
 */
export type Retry = { parts: string[]; lasts: number; isDoubleClick?: boolean }

/** The length of 128 random bits in base64url. A shorter key could be guessed. */
const secretLength = 22

/**
 * Returns the retry that an Idempotency-Key stands for, which lasts a day, or `null` for a key that could be guessed.
 */
export const retryByKey = (key = ''): Retry | null =>
  key.length >= secretLength ? { parts: [key], lasts: hours(24) } : null

/**
 * Returns the application of the first save, 'gone' when that application has left the browser or was erased, and
 * `null` when there was no first save.
 */
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

/** Hashes the parts as a JSON list, so that no key can look like the parts of another retry. */
const hashOf = ({ parts }: Retry) => hashToken(JSON.stringify(parts))
