import { transact, type Writing, writable } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin, Source } from '#src/domain/actor.ts'
import { noteFailure } from '#src/domain/audit/access-log.ts'
import { minutes } from '#src/domain/calendar.ts'
import { lengths } from '#src/forms/fields/field.ts'
import { readText } from '#src/forms/text.ts'
import { checkIdToken, discover, tradeCode } from '#src/security/openid.ts'
import { hasFreshPassword, provePassword, refuseEndedSession } from './admin-sessions.ts'
import { actorOf, enter } from './admin-sign-in.ts'
import { emailAccountChange, findAdmin } from './admins.ts'
import { accountOfIdentity, connectIdentity, type Identity, identityOf } from './identities.ts'
import {
  askProvider,
  inOurWords,
  ProviderFault,
  type Purpose,
  takeAttempt,
} from './identity-attempts.ts'
import { openIdClient, tenantOf } from './identity-provider.ts'
import { acceptByProvider } from './invitations.ts'

type Answer = { state: string; secret: string; code: string; issuer: string | undefined }

/** `token` is the secret of a new session. */
type Finished = { purpose: Purpose; token: string | null }

type Attempt = ReturnType<typeof takeAttempt>
type Person = Identity & { name: string; authenticatedAt: number | null }

/** How many milliseconds the provider's clock may be behind. */
const clockTolerance = minutes(1)

/**
 * Finishes an attempt. `admin` is the member of staff who is signed in in this browser. If it throws `ProviderFault`,
 * nothing was changed.
 */
export async function finishAttempt(
  deps: Deps,
  answer: Answer,
  admin: Admin | null,
  from: Required<Source>,
): Promise<Finished> {
  const attempt = takeAttempt(deps, answer)
  const { purpose, row } = attempt
  if (answer.issuer !== undefined && answer.issuer !== row.issuer)
    throw new ProviderFault('untrusted')
  if (!answer.code) throw new ProviderFault('cancelled')
  const person = await inOurWords(deps, personOf(deps, attempt, answer.code)).catch(
    async (error) => {
      if (purpose === 'sign-in') await noteFailure(deps, strangerAt(from))
      throw error
    },
  )
  if (purpose === 'sign-in') await refuseStranger(deps, person, from)
  await writable(deps)
  const token = transact(deps, (tx) => {
    if (purpose === 'sign-in') return signIn(tx, attempt, person, from)
    if (purpose === 'confirm') return confirm(tx, attempt, person, admin)
    if (purpose === 'connect') return connect(tx, attempt, person, admin)
    const fullName = readText(person.name, lengths.line) || null
    const somebody = { identity: identityIn(person), fullName }
    return acceptByProvider(tx, attempt.holderHash ?? '', somebody, {
      ...from,
      ...sessionBy(person),
    })
  })
  return { purpose, token: token ?? null }
}

async function personOf(
  deps: Deps,
  { row, nonce, verifier }: Attempt,
  code: string,
): Promise<Person> {
  const ask = askProvider(deps)
  const client = openIdClient(deps, row)
  const provider = await discover(ask, row.issuer)
  const token = await tradeCode(ask, provider, client, { code, verifier })
  const expected = { clientId: row.clientId, nonce, tenant: tenantOf(deps, row.issuer) }
  const person = await checkIdToken(ask, provider, token, { ...expected, now: deps.now() })
  return { issuer: row.issuer, ...person }
}

async function refuseStranger(deps: Deps, person: Person, from: Required<Source>) {
  const account = accountOfIdentity(deps, person)
  if (account?.disabledAt === null) return
  await noteFailure(deps, account ? actorOf(account, from) : strangerAt(from))
  throw new ProviderFault(account ? 'closed' : 'nobody')
}

const strangerAt = ({ address }: Required<Source>) => ({ kind: 'stranger', address }) as const

function signIn(deps: Writing<Deps>, { row }: Attempt, person: Person, from: Source): string {
  const account = accountOfIdentity(deps, person)
  if (account?.disabledAt !== null) throw new ProviderFault('nobody')
  return enter(deps, account, { ...from, ...sessionBy(person) }, row.countsAsTwoFactors).token
}

/** An old provider sign-in does not count as a fresh password. */
const sessionBy = ({ authenticatedAt }: Person) => ({
  byProvider: true,
  provedAt: authenticatedAt ?? 0,
})

function confirm(
  deps: Writing<Deps>,
  { holderHash, beganAt }: Attempt,
  person: Person,
  admin: Admin | null,
) {
  const holder = holderOf(deps, admin, holderHash)
  if (identityOf(deps, holder.id)?.subject !== person.subject)
    throw new ProviderFault('other-person')
  if ((person.authenticatedAt ?? 0) < beganAt - clockTolerance) throw new ProviderFault('not-fresh')
  provePassword(deps, holder)
  return null
}

function connect(
  deps: Writing<Deps>,
  { holderHash }: Attempt,
  person: Person,
  admin: Admin | null,
) {
  const holder = holderOf(deps, admin, holderHash)
  if (!hasFreshPassword(deps, holder)) throw new ProviderFault('password-first')
  connectIdentity(deps, holder, findAdmin(deps, holder.id), identityIn(person))
  emailAccountChange(deps, holder.id, 'connected')
  return null
}

/** Refuses unless the session that began the attempt is still the session of this browser. */
function holderOf(deps: Deps, admin: Admin | null, holderHash: string | null): Admin {
  if (!admin || admin.sessionHash !== holderHash) throw new ProviderFault('expired')
  refuseEndedSession(deps, admin)
  return admin
}

const identityIn = ({ issuer, subject, shownAs }: Person): Identity => ({
  issuer,
  subject,
  shownAs,
})
