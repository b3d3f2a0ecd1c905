import { eq } from 'drizzle-orm'
import { clients } from '#db/schema/clients.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { endClientSessions } from './client-sessions.ts'
import { applicationOfClient, type Client, correspondentOf } from './clients.ts'
import { recordEvent } from './events.ts'
import { enqueue } from './outbox.ts'
import { accountOfToken, consumePasswordToken } from './password-tokens.ts'
import { hashPassword, passwordWarning } from './passwords.ts'
import { Refusal, refusals } from './refusal.ts'

/**
 * Sets the password that a link was sent for: uses the token up, ends every session of the account and tells its
 * owner (contract 5.10). Every bad token refuses 'invalid' with the same words. Answers what speaks against the
 * password, or `null`; it is taken all the same.
 */
export async function setClientPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<string | null> {
  const tokenHash = hashToken(token)
  if (underWay.has(tokenHash) || accountOfToken(deps, token) === null) throw badToken()
  underWay.add(tokenHash)
  try {
    const passwordHash = await hashPassword(password, address)
    return transact(deps, (deps) => {
      const id = consumePasswordToken(deps, token)
      if (id === null) throw badToken()
      return passwordWarning(password, writePassword(deps, id, passwordHash))
    })
  } finally {
    underWay.delete(tokenHash)
  }
}

/**
 * Whose password a link sets, without using it up: the sign-in address, or '' when the link is none, and the names
 * that the password had better not have in it, the supplier's and the customer's.
 */
export function ownerOfLink(deps: Deps, token: string): { email: string; names: string[] } {
  const id = accountOfToken(deps, token)
  const client = id === null ? undefined : clientById(deps, id)
  const { COMPANY_NAME } = deps.env
  if (!client) return { email: '', names: [COMPANY_NAME] }
  return { email: client.email, names: [COMPANY_NAME, businessOf(deps, client)] }
}

/** Tokens whose password is being hashed: the first of many at once goes on, the others are too late. */
const underWay = new Set<string>()

const badToken = () => new Refusal('invalid', refusals.invalidToken)

/** Answers the names to judge the password by. */
function writePassword(deps: Writing<Deps>, id: number, passwordHash: string): string[] {
  const client = deps.db.orm
    .update(clients)
    .set({ passwordHash })
    .where(eq(clients.id, id))
    .returning()
    .get()
  const application = applicationOfClient(deps, client)
  endClientSessions(deps, id)
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
  return [deps.env.COMPANY_NAME, application.businessName ?? '']
}

const clientById = ({ db }: Deps, id: number) =>
  db.orm.select().from(clients).where(eq(clients.id, id)).get()

const businessOf = (deps: Deps, client: Client) =>
  applicationOfClient(deps, client).businessName ?? ''
