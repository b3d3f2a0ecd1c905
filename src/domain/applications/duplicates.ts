import { and, eq, ne } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import type { Deps, Store } from '#src/deps.ts'
import { days, hours } from '#src/domain/durations.ts'
import { emailsSince, enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { FieldValue } from '#src/forms/fields/field.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { faultOf } from '#src/forms/fields/schema.ts'
import type { TriedWith } from '#src/mail/messages/customers.tsx'
import type { Email } from '#src/mail/messages/kinds.ts'
import { type Application, applicantAddress } from './application.ts'

/** A refusal that knows whose address it is, for the email; the person at the form does not learn it. */
class AddressTaken extends Refusal {
  constructor(readonly holder: Holder) {
    super('conflict', refusals.duplicateEmail, { errors: { mainEmail: refusals.duplicateEmail } })
  }
}

/**
 * Refuses ('conflict') an address that any other application holds, draft or not, trimmed and without case (rule 39);
 * also one that another account signs in with, which may have left its application. Called inside the transaction that
 * writes.
 */
export function refuseTakenAddress(
  store: Store,
  mainEmail: FieldValue | undefined,
  application: Application | null,
) {
  if (typeof mainEmail !== 'string') return
  const holder = holderOf(store, mainEmail, application)
  if (holder) throw new AddressTaken(holder)
}

type Holder = { id: string; status: string; address: string }

/** The other application, draft or not, that has an address as its main one or signs in with it. */
export function holderOf(
  { db }: Store,
  email: string,
  application: Pick<Application, 'seq'> | null,
): Holder | null {
  const key = emailKey(email)
  const another = application ? ne(applications.seq, application.seq) : undefined
  const holder = db.orm
    .select()
    .from(applications)
    .where(and(eq(applications.mainEmailKey, key), another))
    .get()
  if (holder) return { ...holder, address: applicantAddress(holder) }
  const { id, status } = applications
  const account = db.orm
    .select({ id, status, address: clients.email })
    .from(clients)
    .innerJoin(applications, eq(applications.seq, clients.application))
    .where(and(eq(clients.emailKey, key), another))
    .get()
  return account ?? null
}

/**
 * Runs a verb; when it refuses a taken address, the address itself gets an email. The refusal rolls the verb back, so
 * the email has a transaction of its own.
 */
export function tellingHolder<T>(deps: Deps, tried: TriedWith, verb: () => T): T {
  try {
    return verb()
  } catch (error) {
    if (error instanceof AddressTaken) tellHolder(deps, error.holder, tried)
    throw error
  }
}

/** An address is told as often in a day, however long somebody goes on. */
const mostInDay = 3

/** Tells an address what somebody tried to do with it, at most once an hour and three times a day (rule 40). */
export function tellHolder(deps: Deps, { id, status, address }: Holder, tried: TriedWith) {
  // a draft keeps what was typed, also half an address or two
  if (faultOf('mainEmail', address)) return
  const to = { name: '', address }
  const hour = Math.floor(deps.now() / hours(1))
  const email: Email =
    status === 'draft'
      ? { kind: 'duplicate-draft', to, draft: id, tried }
      : { kind: 'duplicate-portal', to, tried }
  const key = `duplicate|${emailKey(address)}|`
  if (emailsSince(deps, key, deps.now() - days(1)) >= mostInDay) return
  enqueue(deps, email, `${key}${hour}`)
}
