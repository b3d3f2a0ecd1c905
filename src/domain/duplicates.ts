import { and, eq, ne } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import type { Deps } from '#src/deps.ts'
import { email } from '#src/forms/kinds.ts'
import { emailKey } from '#src/forms/normalise.ts'
import type { FieldValue } from '#src/forms/read.ts'
import type { Letter } from '#src/mail/letter.ts'
import type { Application } from './applications.ts'
import { hours } from './durations.ts'
import { enqueue } from './outbox.ts'
import { Refusal, refusals } from './refusal.ts'

/** A refusal that knows whose address it is, for the letter; the person at the form does not learn it. */
class AddressTaken extends Refusal {
  constructor(readonly holder: { id: string; status: string; address: string }) {
    super('conflict', refusals.duplicateEmail, { errors: { mainEmail: refusals.duplicateEmail } })
  }
}

/**
 * Refuses ('conflict') an address that any other application holds, draft or not, trimmed and without case
 * (contract 5.6); also one that another account signs in with, which may have left its application. Called inside the
 * transaction that writes.
 */
export function refuseTakenAddress(
  { db }: Deps,
  mainEmail: FieldValue | undefined,
  application: Application | null,
) {
  if (typeof mainEmail !== 'string') return
  const key = emailKey(mainEmail)
  const another = application ? ne(applications.seq, application.seq) : undefined
  const { id, status } = applications
  const holder =
    db.orm
      .select({ id, status, address: applications.mainEmail })
      .from(applications)
      .where(and(eq(applications.mainEmailKey, key), another))
      .get() ??
    db.orm
      .select({ id, status, address: clients.email })
      .from(clients)
      .innerJoin(applications, eq(applications.seq, clients.application))
      .where(and(eq(clients.emailKey, key), another))
      .get()
  if (holder) throw new AddressTaken({ ...holder, address: holder.address ?? mainEmail })
}

/**
 * Runs a verb; when it refuses a taken address, the address itself gets a letter with the way on, at most one an hour
 * (contract 5.6). The refusal rolls the verb back, so the letter has a transaction of its own.
 */
export function tellingHolder<T>(deps: Deps, verb: () => T): T {
  try {
    return verb()
  } catch (error) {
    // a draft keeps what was typed, also half an address or two
    if (error instanceof AddressTaken && isAddress(error.holder.address)) {
      const { address } = error.holder
      const hour = Math.floor(deps.now() / hours(1))
      enqueue(deps, letterTo(error.holder), `duplicate|${emailKey(address)}|${hour}`)
    }
    throw error
  }
}

const oneAddress = email('')
const isAddress = (text: string) => oneAddress.safeParse(text).success

function letterTo({ id, status, address }: AddressTaken['holder']): Letter {
  const to = { name: '', address }
  return status === 'draft'
    ? { kind: 'duplicate-draft', to, draft: id }
    : { kind: 'duplicate-portal', to }
}
