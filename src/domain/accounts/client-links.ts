import { and, eq, gt, lt } from 'drizzle-orm'
import { clients, passwordTokens, signInMoves } from '#db/schema/clients.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { hours } from '#src/domain/durations.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { endClientSessions, endFormBrowsers } from './client-sessions.ts'
import { applicationOfClient, correspondentOf } from './clients.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'

/** Every bad token is refused with the same words. A refused password leaves the link as it was. */
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

/** '' when the link is not valid. Looking does not use it up. */
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

const passwordLinkLifetime = hours(24)

/** Made when the email is sent; an earlier link becomes void. */
export function createPasswordToken({ db, now }: Deps, client: number): string {
  const token = newToken()
  const row = { client, tokenHash: hashToken(token), expiresAt: now() + passwordLinkLifetime }
  db.orm
    .insert(passwordTokens)
    .values(row)
    .onConflictDoUpdate({ target: passwordTokens.client, set: row })
    .run()
  return token
}

export const accountOfToken = ({ db, now }: Deps, token: string): number | null =>
  db.orm
    .select({ client: passwordTokens.client })
    .from(passwordTokens)
    .where(live(token, now()))
    .get()?.client ?? null

export const consumePasswordToken = ({ db, now }: Deps, token: string): number | null =>
  db.orm
    .delete(passwordTokens)
    .where(live(token, now()))
    .returning({ client: passwordTokens.client })
    .get()?.client ?? null

export function voidPasswordLinks({ db }: Store, client: number) {
  db.orm.delete(passwordTokens).where(eq(passwordTokens.client, client)).run()
}

export function removeExpiredPasswordTokens({ db, now }: Deps) {
  db.orm.delete(passwordTokens).where(lt(passwordTokens.expiresAt, now())).run()
}

const live = (token: string, at: number) =>
  and(eq(passwordTokens.tokenHash, hashToken(token)), gt(passwordTokens.expiresAt, at))

/** How long a request waits for its email, and then the link for its use. */
const lifetime = hours(24)

export function keepMove({ db, now }: Store, client: number, email: string) {
  const row = { email, emailKey: emailKey(email), tokenHash: null, expiresAt: now() + lifetime }
  db.orm
    .insert(signInMoves)
    .values({ client, ...row })
    .onConflictDoUpdate({ target: signInMoves.client, set: row })
    .run()
}

export const requestedSignInAddress = ({ db, now }: Store, client: number) =>
  db.orm
    .select({ email: signInMoves.email })
    .from(signInMoves)
    .where(and(eq(signInMoves.client, client), gt(signInMoves.expiresAt, now())))
    .get()?.email ?? null

/** Made when the email is sent to `address`; `null` when that request is void. */
export function createMoveToken(
  { db, now }: Store,
  client: number,
  address: string,
): string | null {
  const token = newToken()
  const { changes } = db.orm
    .update(signInMoves)
    .set({ tokenHash: hashToken(token), expiresAt: now() + lifetime })
    .where(
      and(
        eq(signInMoves.client, client),
        eq(signInMoves.emailKey, emailKey(address)),
        gt(signInMoves.expiresAt, now()),
      ),
    )
    .run()
  return changes === 1 ? token : null
}

/** Opening a link does not use it up. */
export const moveOfToken = ({ db, now }: Store, token: string) =>
  db.orm
    .select({ client: signInMoves.client, email: signInMoves.email })
    .from(signInMoves)
    .where(and(eq(signInMoves.tokenHash, hashToken(token)), gt(signInMoves.expiresAt, now())))
    .get() ?? null

export function voidMove({ db }: Store, client: number) {
  db.orm.delete(signInMoves).where(eq(signInMoves.client, client)).run()
}

/**
 * Sessions, links and the form's browsers lose access, and the password goes unless the owner confirmed the new
 * address. Nothing else may write the address.
 */
export function changeSignInAddress(
  store: Writing<Store>,
  client: number,
  email: string,
  { keepPassword = false } = {},
) {
  const { application } = store.db.orm
    .update(clients)
    .set({ email, emailKey: emailKey(email), ...(!keepPassword && { passwordHash: null }) })
    .where(eq(clients.id, client))
    .returning()
    .get()
  voidPasswordLinks(store, client)
  voidMove(store, client)
  endClientSessions(store, client)
  endFormBrowsers(store, application)
}

export function removeExpiredMoves({ db, now }: Deps) {
  db.orm.delete(signInMoves).where(lt(signInMoves.expiresAt, now())).run()
}
