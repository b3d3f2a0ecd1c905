import { type SQL, sql } from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import type { Store } from '#src/deps.ts'
import { days } from '#src/domain/calendar.ts'
import { goesUnconfirmed, type QueuedEmail } from '#src/domain/clients/confirmed-mailbox.ts'
import type { EmailKind } from '#src/mail/messages/kinds.ts'

const mostInDay = 3

const receipt: EmailKind = 'receipt'

/**
 * Whether a receipt has to wait for the next day, as a condition: three have gone to its mailbox within a day or go
 * before it, and nobody has confirmed that the mailbox is theirs. Strangers can have receipts sent to any address, but
 * those to sub-addresses hold back none to the mailbox's own, which one application alone can have. For a `where` alone:
 * among selected columns drizzle leaves out the table's name, and the inner query would compare with itself.
 */
export function isHeldBack(store: Store, email: QueuedEmail): SQL {
  const { env, now } = store
  const at = now()
  const most = Math.ceil(mostInDay * env.RATE_LIMIT_FACTOR)
  return sql`(${email.kind} = ${receipt} and ${goesUnconfirmed(store, email)} and exists (
    select 1 from ${jobs} as other
    where other.mailbox = ${email.mailbox} and other.kind = ${receipt} and other.id <> ${email.id}
    and (
      (other.state in ('waiting', 'leased') and other.id < ${email.id})
      or (other.state = 'sent' and other.sent_at > ${at - days(1)} and other.sent_at <= ${at})
    )
    limit 1 offset ${most - 1}
  ))`
}
