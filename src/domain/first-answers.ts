import { eq, lt } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { firstAnswers } from '#db/schema/capabilities.ts'
import type { Deps } from '#src/deps.ts'
import { hashToken } from '#src/security/tokens.ts'
import type { Applicant } from './actor.ts'
import { type Application, findApplication } from './applications.ts'
import { hours } from './durations.ts'

/**
 * How a first save that arrives again is known for the same, within `lasts` milliseconds. A key that stands `alone` is
 * a secret of the browser that made it; any other counts together with the address and agent that it comes from.
 */
export type Retry = { key: string; alone: boolean; lasts: number }

/** As many characters as 128 random bits have in hexadecimal: a shorter key could be guessed. */
const secretLength = 32

/** A request's Idempotency-Key, which is good for a day (contract 3, POST); none, or an empty one, is `null`. */
export const retryByKey = (key: string | undefined): Retry | null =>
  key ? { key, alone: key.length >= secretLength, lasts: hours(24) } : null

/** The application that the first of the same saves has made, or `null`. */
export function firstAnswer(deps: Deps, actor: Applicant, retry: Retry): Application | null {
  const row = deps.db.orm
    .select({ id: applications.id, expiresAt: firstAnswers.expiresAt })
    .from(firstAnswers)
    .innerJoin(applications, eq(applications.seq, firstAnswers.application))
    .where(eq(firstAnswers.keyHash, hashOf(actor, retry)))
    .get()
  return row && row.expiresAt > deps.now() ? findApplication(deps, row.id) : null
}

/** Remembers what a first save has made. */
export function rememberAnswer(
  deps: Deps,
  actor: Applicant,
  retry: Retry,
  { seq }: Pick<Application, 'seq'>,
) {
  const answer = {
    keyHash: hashOf(actor, retry),
    application: seq,
    expiresAt: deps.now() + retry.lasts,
  }
  deps.db.orm
    .insert(firstAnswers)
    .values(answer)
    .onConflictDoUpdate({ target: firstAnswers.keyHash, set: answer })
    .run()
}

/** Removes answers that no retry will ask for. */
export function dropOldAnswers({ db, now }: Deps) {
  db.orm.delete(firstAnswers).where(lt(firstAnswers.expiresAt, now())).run()
}

/** A list, so that no key can be written that reads like another one with its address and agent. */
const hashOf = ({ address, agent }: Applicant, { key, alone }: Retry) =>
  hashToken(JSON.stringify(alone ? [key] : [key, address, agent]))
