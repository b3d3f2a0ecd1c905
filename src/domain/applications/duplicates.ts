import { and, eq, ne } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import type { Deps, Store } from '#src/deps.ts'
import { days, hours } from '#src/domain/calendar.ts'
import { emailsSince, enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { FieldErrors, FieldValue } from '#src/forms/fields/field.ts'
import { emailKey, mailboxKey } from '#src/forms/fields/normalised.ts'
import { faultOf } from '#src/forms/fields/schema.ts'
import type { Status } from '#src/forms/statuses.ts'
import type { Email } from '#src/mail/messages/kinds.ts'
import { type Application, applicantAddress } from './application.ts'

/** Carries the holder of the address, who gets an email. The person at the form does not learn who that is. */
class AddressTaken extends Refusal {
  constructor(
    readonly holder: Holder,
    others: FieldErrors,
  ) {
    const errors = { ...others, mainEmail: refusals.addressTaken }
    super('conflict', refusals.duplicateEmail, { errors, code: 'taken' })
  }
}

/**
 * Refuses 'conflict', together with `others`, when another application or account has the address. Call it inside a
 * transaction.
 */
export function refuseTakenAddress(
  store: Store,
  mainEmail: FieldValue | undefined,
  application: Application,
  others: FieldErrors = {},
) {
  if (typeof mainEmail !== 'string' || faultOf('mainEmail', mainEmail)) return
  const holder = holderOf(store, mainEmail, application)
  if (holder) throw new AddressTaken(holder, others)
}

type Holder = { id: string; status: Status; address: string }

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
 * Sends an email to an address that is taken. It uses a separate transaction, because the refusal rolls the first one
 * back.
 */
export function notifyingAddressOwner<T>(deps: Deps, verb: () => T): T {
  try {
    return verb()
  } catch (error) {
    if (error instanceof AddressTaken) notifyAddressOwner(deps, error.holder)
    throw error
  }
}

const mostInDay = 3

const duplicateKinds: Email['kind'][] = ['duplicate-draft', 'duplicate-portal']

/**
 * Tells the holder of an address that somebody has entered it again. It sends at most one email of each kind an hour,
 * and three a day.
 */
export function notifyAddressOwner(deps: Deps, { id, status, address }: Holder) {
  if (faultOf('mainEmail', address)) return
  const to = { name: '', address }
  const hour = Math.floor(deps.now() / hours(1))
  const email: Email =
    status === 'draft'
      ? { kind: 'duplicate-draft', to, draft: id }
      : { kind: 'duplicate-portal', to }
  if (emailsSince(deps, address, duplicateKinds, deps.now() - days(1)) >= mostInDay) return
  enqueue(deps, email, `duplicate|${mailboxKey(address)}|${hour}|${email.kind}`)
}
