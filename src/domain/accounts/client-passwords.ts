import { eq } from 'drizzle-orm'
import { clients } from '#db/schema/clients.ts'
import type { Writing } from '#db/transaction.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { enqueue } from '#src/domain/jobs/emails.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { endClientSessions, endFormBrowsers } from './client-sessions.ts'
import { applicationOfClient, correspondentOf } from './clients.ts'
import { accountOfToken, consumePasswordToken } from './password-tokens.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import { voidMove } from './sign-in-moves.ts'

/**
 * Sets a password by a link: uses up the token, ends every session and tells the owner. Every bad token is refused with
 * the same words. A refused password leaves the link as it was.
 */
export async function setClientPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
  const tokenHash = hashToken(token)
  const underWay = deps.passwordLinks
  if (underWay.has(tokenHash) || accountOfToken(deps, token) === null) throw badToken()
  underWay.add(tokenHash)
  try {
    await refuseCommonPassword(password)
    const passwordHash = await hashPassword(deps, password, address)
    transact(deps, (deps) => {
      const id = consumePasswordToken(deps, token)
      if (id === null) throw badToken()
      writePassword(deps, id, passwordHash)
    })
  } finally {
    underWay.delete(tokenHash)
  }
}

/** The sign-in address whose password a link sets, without using it up; '' when the link is not valid. */
export function ownerOfLink(deps: Deps, token: string): string {
  const id = accountOfToken(deps, token)
  if (id === null) return ''
  return deps.db.orm.select().from(clients).where(eq(clients.id, id)).get()?.email ?? ''
}

const badToken = () => new Refusal('invalid', refusals.invalidToken)

function writePassword(deps: Writing<Deps>, id: number, passwordHash: string) {
  const client = deps.db.orm
    .update(clients)
    .set({ passwordHash })
    .where(eq(clients.id, id))
    .returning()
    .get()
  const application = applicationOfClient(deps, client)
  endClientSessions(deps, id)
  endFormBrowsers(deps, application.seq)
  voidMove(deps, id)
  const to = correspondentOf(client, application)
  enqueue(deps, { kind: 'password-changed', to, client: id }, `password-changed|${newToken()}`)
  const { email } = client
  const actor = {
    kind: 'client',
    id,
    application: application.seq,
    email,
    sessionHash: '',
  } as const
  recordEvent(deps, actor, { action: 'password set', application: application.id })
}
