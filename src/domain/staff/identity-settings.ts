import { identityProvider } from '#db/schema/admins.ts'
import type { Change } from '#db/schema/events.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { type ProviderInput, providerTexts } from '#src/forms/sign-in/provider.ts'
import { discover, OpenIdFault } from '#src/security/openid.ts'
import { endPasswordSessions, endProviderSessions, refuseEndedSession } from './admin-sessions.ts'
import { findAdmin, listAdmins, openAdministrators } from './admins.ts'
import { identityOf } from './identities.ts'
import { askProvider } from './identity-attempts.ts'
import {
  callbackUrl,
  encryptClientSecret,
  type ProviderRow,
  providerRow,
} from './identity-provider.ts'

/** Returns the settings without the secret. `unconnected` accounts cannot sign in once the provider is required. */
export function readProvider(deps: Store) {
  const row = providerRow(deps)
  const open = listAdmins(deps).filter(({ disabledAt }) => disabledAt === null)
  return {
    isSet: row !== null,
    issuer: row?.issuer ?? '',
    clientId: row?.clientId ?? '',
    name: row?.name ?? '',
    countsAsTwoFactors: row?.countsAsTwoFactors ?? false,
    isRequired: row?.isRequired ?? false,
    version: row?.version ?? 0,
    callbackUrl: callbackUrl(deps.env),
    emergency: open.filter(({ keepsPassword }) => keepsPassword).map(({ username }) => username),
    unconnected: open
      .filter(({ id, keepsPassword }) => !keepsPassword && identityOf(deps, id) === null)
      .map(({ username }) => username),
  }
}

/**
 * Refuses 'stale' when the settings have changed, 'invalid' when the stored secret would be sent to another provider,
 * and 'conflict' when the last administrator or the actor could not sign in any more. Ends sessions that began under
 * other rules.
 */
export function saveProvider(deps: Deps, actor: Admin, input: ProviderInput) {
  transact(deps, (tx) => {
    refuseEndedSession(tx, actor, 'settings')
    const before = providerRow(tx)
    if ((before?.version ?? 0) !== input.version) throw new Refusal('stale', providerTexts.stale)
    const { currentPassword: _, clientSecret, ...plain } = input
    const isElsewhere = before?.issuer !== input.issuer || before.clientId !== input.clientId
    if (isElsewhere && !clientSecret)
      throw refusalAt(
        'clientSecret',
        'invalid',
        before ? providerTexts.secretAgain : providerTexts.secret,
      )
    const clientSecretSealed = clientSecret
      ? encryptClientSecret(tx, clientSecret)
      : (before?.clientSecretSealed ?? '')
    const row = { ...plain, clientSecretSealed, id: 1, version: input.version + 1 }
    const changes = changesOf(before, row)
    if (changes.length === 0) return
    tx.db.orm
      .insert(identityProvider)
      .values(row)
      .onConflictDoUpdate({ target: identityProvider.id, set: row })
      .run()
    recordEvent(tx, actor, { action: 'sign-in settings changed', changes })
    if (row.isRequired) refuseShutOut(tx, actor)
    if (row.isRequired && !before?.isRequired) endPasswordSessions(tx, actor)
    const isWeaker = before?.countsAsTwoFactors && !row.countsAsTwoFactors
    if (isElsewhere || isWeaker) endProviderSessions(tx, actor)
  })
}

function changesOf(before: ProviderRow | null, after: ProviderRow): Change[] {
  const words = (value: string | boolean | undefined) =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? null)
  const changes = fields
    .map(([key, field]) => ({ field, before: words(before?.[key]), after: words(after[key]) }))
    .filter(({ before, after }) => before !== after)
  const isSame = before?.clientSecretSealed === after.clientSecretSealed
  return isSame ? changes : [...changes, { field: 'client secret', before: null, after: null }]
}

const fields = [
  ['issuer', 'issuer'],
  ['clientId', 'client ID'],
  ['name', 'name on the button'],
  ['countsAsTwoFactors', 'counts as two factors'],
  ['isRequired', 'required'],
] as const

function refuseShutOut(deps: Writing<Store>, actor: Admin) {
  const isKept = openAdministrators(deps).some(
    ({ passwordHash, keepsPassword }) => keepsPassword && passwordHash !== null,
  )
  if (!isKept) throw refusalAt('isRequired', 'conflict', providerTexts.noEmergency)
  const own = findAdmin(deps, actor.id)
  if (!own.keepsPassword && identityOf(deps, actor.id) === null)
    throw refusalAt('isRequired', 'conflict', providerTexts.ownFirst)
}

/** Removes the provider. The connections of staff stay, so that they work when the same provider is saved again. */
export function removeProvider(deps: Deps, actor: Admin) {
  transact(deps, (tx) => {
    refuseEndedSession(tx, actor, 'settings')
    const row = providerRow(tx)
    if (!row) return
    tx.db.orm.delete(identityProvider).run()
    endProviderSessions(tx, actor)
    recordEvent(tx, actor, {
      action: 'sign-in provider removed',
      changes: [{ field: 'issuer', before: row.issuer, after: null }],
    })
  })
}

export async function checkProvider(deps: Deps): Promise<{ ok: boolean; words: string }> {
  const issuer = providerRow(deps)?.issuer
  if (issuer === undefined) throw new Refusal('conflict', providerTexts.notSaved)
  try {
    const provider = await discover(askProvider(deps), issuer)
    const { host } = new URL(provider.authorizationEndpoint)
    return { ok: true, words: `Your team would sign in at ${host}.` }
  } catch (error) {
    if (!(error instanceof OpenIdFault)) throw error
    return { ok: false, words: `${error.detail}.` }
  }
}
