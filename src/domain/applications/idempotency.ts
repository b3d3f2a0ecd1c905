import { eq, lt } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { firstAnswers } from '#db/schema/capabilities.ts'
import type { Deps } from '#src/deps.ts'
import { hours } from '#src/domain/durations.ts'
import { hashToken } from '#src/security/tokens.ts'
import { type Application, findApplication } from './application.ts'

/** How a first save that arrives again is recognised, within `lasts` milliseconds: by parts that others cannot send. */
export type Retry = { parts: string[]; lasts: number }

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
export function firstAnswer(deps: Deps, retry: Retry): Application | null {
  const row = deps.db.orm
    .select({ id: applications.id, expiresAt: firstAnswers.expiresAt })
    .from(firstAnswers)
    .innerJoin(applications, eq(applications.seq, firstAnswers.application))
    .where(eq(firstAnswers.keyHash, hashOf(retry)))
    .get()
  return row && row.expiresAt > deps.now() ? findApplication(deps, row.id) : null
}

/** Remembers what a first save has made. */
export function rememberAnswer(deps: Deps, retry: Retry, { seq }: Pick<Application, 'seq'>) {
  const answer = {
    keyHash: hashOf(retry),
    application: seq,
    expiresAt: deps.now() + retry.lasts,
  }
  deps.db.orm
    .insert(firstAnswers)
    .values(answer)
    .onConflictDoUpdate({ target: firstAnswers.keyHash, set: answer })
    .run()
}

/** Forgets the answers about a draft that changes hands: a retry by its former holder must not open it again. */
export function forgetAnswers({ db }: Pick<Deps, 'db'>, { seq }: Pick<Application, 'seq'>) {
  db.orm.delete(firstAnswers).where(eq(firstAnswers.application, seq)).run()
}

/** Removes answers that no retry will ask for. */
export function dropOldAnswers({ db, now }: Deps) {
  db.orm.delete(firstAnswers).where(lt(firstAnswers.expiresAt, now())).run()
}

/** A list, so that no key can be written that reads like the parts of another retry. */
const hashOf = ({ parts }: Retry) => hashToken(JSON.stringify(parts))
