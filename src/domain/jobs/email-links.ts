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

/** Every link with a secret that an email may have, and where it leads. */
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

/** From the last try of its email on. */
export const linkLifetime = hours(24)

type StoredLink = { tokenHash: string | null; expiresAt: number }

/**
 * The same at each try, so that an email that arrives twice has one link. `mayReplace` says whether it may be written
 * where `stored` is: at a later try, not when it was used or a later email has put its own there.
 */
export type EmailLink = {
  token: string
  tokenHash: string
  isMadeBefore: boolean
  mayReplace: (stored: StoredLink | undefined) => boolean
}

/** Of no email, and so of one try. */
export function newEmailLink(): EmailLink {
  const token = newToken()
  return { token, tokenHash: hashToken(token), isMadeBefore: false, mayReplace: () => true }
}

/** Its secret follows from a sealed key, the job and the purpose: only its hash is stored. */
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

/** Emails that wait make other links than before. */
export function endEmailLinks({ db }: Writing<Store>) {
  db.orm.delete(installation).where(eq(installation.name, 'email-link-key')).run()
  db.orm.update(jobs).set({ linkedAt: null }).where(isNotNull(jobs.linkedAt)).run()
}
