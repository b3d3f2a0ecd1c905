import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/calendar.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { mailboxKey } from '#src/forms/fields/normalised.ts'
import type { EmailRequest } from '#src/mail/email.ts'
import type { LimitName } from '#src/security/limits.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { enqueue } from './email-jobs.ts'

/** Emails are spread over this time, so that no response time shows what an earlier request caused. */
const jitter = seconds(2)

/**
 * Queues a request for a password link. It does the same work whether or not the address is known. More than three a
 * day are dropped silently.
 */
export async function requestPasswordLink(deps: Deps, email: string) {
  refuseWhenFull(deps)
  await request(deps, 'link-request', 'passwordMail', email)
}

export async function requestStaffPasswordLink(deps: Deps, email: string) {
  refuseWhenFull(deps)
  await request(deps, 'staff-link-request', 'staffPasswordMail', email)
}

/** Queues an email about refused guesses, at most once a day for each account. */
export const emailAboutGuesses = (deps: Deps, email: string) =>
  request(deps, 'guesses-refused', 'guessesMail', email)

async function request(deps: Deps, kind: EmailRequest['kind'], limit: LimitName, email: string) {
  const wait = await deps.limits.take(limit, hashToken(mailboxKey(email)))
  if (wait > 0) return
  const to = { name: '', address: email }
  transact(deps, (tx) =>
    enqueue(tx, { kind, to }, `requested|${newToken()}`, { after: Math.random() * jitter }),
  )
}
