import { createHmac } from 'node:crypto'
import { eq, isNotNull } from 'drizzle-orm'
import { installation } from '#db/schema/installation.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { hours } from '#src/domain/calendar.ts'

import { hashToken, newToken } from '#src/security/tokens.ts'
import { installationKey } from './installation-key.ts'
import type { Job } from './jobs.ts'

/** The page of each link with a secret that an email can have. */
export const linkPages = {
  'set-password': '/client/set-password?token=',
  'confirm-address': '/client-login?address=',
  'resume-draft': '/client-form?resume=',
  'delete-draft': '/client-form?discard=',
  signature: '/sign?token=',
  invitation: '/admin/invitation?token=',
  'staff-password': '/admin/set-password?token=',
}

export type LinkPurpose = keyof typeof linkPages

/** Counted from the last attempt to send the email. */
export const linkLifetime = hours(24)

type StoredLink = { tokenHash: string | null; expiresAt: number }

/**
 * A link that is the same at each attempt, so that an email which arrives twice has one link. `mayReplace` says whether
 * the link may replace `stored`: at a later attempt it may not, if it was used or a later email has replaced it.
 */
export type EmailLink = {
  token: string
  tokenHash: string
  isMadeBefore: boolean
  mayReplace: (stored: StoredLink | undefined) => boolean
}

/** Creates a link that belongs to no email. */
export function newEmailLink(): EmailLink {
  const token = newToken()
  return { token, tokenHash: hashToken(token), isMadeBefore: false, mayReplace: () => true }
}

/**
 * Creates the links of an email. The secret is derived from an encrypted key, the job and the purpose, so only its hash
 * is stored.
 */
export function linksOf(deps: Writing<Store>, job: Job): (purpose: LinkPurpose) => EmailLink {
  const { db, keys, now } = deps
  const at = now()
  const { id, linkedAt, lastFailedAt } = job
  const hasRunOut = linkedAt !== null && Math.max(linkedAt, lastFailedAt ?? 0) + linkLifetime <= at
  const isMadeBefore = linkedAt !== null && !hasRunOut
  return function linkFor(purpose) {
    const since = isMadeBefore ? linkedAt : at
    if (!isMadeBefore) db.orm.update(jobs).set({ linkedAt: at }).where(eq(jobs.id, id)).run()
    const token = createHmac('sha256', installationKey({ db, keys }, 'email-link-key'))
      .update(`${id}|${since}|${purpose}`)
      .digest('base64url')
    const tokenHash = hashToken(token)
    return {
      token,
      tokenHash,
      isMadeBefore,
      mayReplace(stored) {
        if (isMadeBefore) return stored?.tokenHash === tokenHash
        const isLive = stored && stored.tokenHash !== null && stored.expiresAt > at
        return linkedAt === null || !isLive
      },
    }
  }
}

/** Ends the links of all emails. Emails that still wait create new ones. */
export function endEmailLinks({ db }: Writing<Store>) {
  db.orm.delete(installation).where(eq(installation.name, 'email-link-key')).run()
  db.orm.update(jobs).set({ linkedAt: null }).where(isNotNull(jobs.linkedAt)).run()
}
