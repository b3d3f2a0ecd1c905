import { type SQL, sql } from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import type { Store } from '#src/deps.ts'
import { goesUnconfirmed, type QueuedEmail } from '#src/domain/accounts/confirmed-mailbox.ts'
import { days } from '#src/domain/calendar.ts'
import type { EmailKind } from '#src/mail/messages/kinds.ts'

const mostInDay = 3

const receipt: EmailKind = 'receipt'

/**
 * Whether a receipt has to wait for the next day, as a condition: three have gone to its mailbox within a day, and
 * nobody has confirmed that the mailbox is theirs. Strangers can have receipts sent to any address.
 */
export function isHeldBack(store: Store, email: QueuedEmail): SQL {
  const { env, now } = store
  const at = now()
  return sql`(${email.kind} = ${receipt} and ${goesUnconfirmed(store, email)} and (
    select count(*) from ${jobs} as sent
    where sent.mailbox = ${email.mailbox} and sent.kind = ${receipt} and sent.id <> ${email.id}
    and (sent.state = 'leased' or (sent.state = 'sent' and sent.sent_at > ${at - days(1)} and sent.sent_at <= ${at}))
  ) >= ${Math.ceil(mostInDay * env.RATE_LIMIT_FACTOR)})`
}
