import type { Store } from '#src/deps.ts'
import { actionIn } from './actions.ts'
import { provenEvents, valueIn } from './chain.ts'

export type ProvenProfile = {
  /** `undefined` when the history does not say; `null` when there is none. */
  fullName: string | null | undefined
  /** SHA-256 of the image, likewise. */
  signature: string | null | undefined
  hasSecondStep: boolean
}

/**
 * What the history says of a staff account, for what is printed under a seal. Versions before 0.3.0 did not store the
 * name of a new account, nor the hash of a signature.
 */
export function provenProfile(store: Pick<Store, 'db' | 'keys'>, username: string): ProvenProfile {
  const profile: ProvenProfile = { fullName: undefined, signature: null, hasSecondStep: false }
  for (const { action, changes } of [...created(store, username), ...own(store, username)]) {
    const named = changes?.find(({ field }) => field === 'fullName')
    if (named) profile.fullName = named.after
    if (action === 'signature removed') profile.signature = null
    if (action === 'signature kept') profile.signature = valueIn(changes, 'signature') ?? undefined
    if (action === 'second factor on') profile.hasSecondStep = true
    if (action === 'second factor off') profile.hasSecondStep = false
  }
  return profile
}

/** Literals, so that SQLite uses the index of these events. */
const created = (store: Pick<Store, 'db' | 'keys'>, username: string) =>
  provenEvents(store, "action = 'staff account created' and subject = ?", username)

const own = (store: Pick<Store, 'db' | 'keys'>, username: string) =>
  provenEvents(
    store,
    `actor_kind = 'admin' and actor = ? and ${actionIn(...profileActions)}`,
    username,
  )

const profileActions = [
  'full name changed',
  'signature kept',
  'signature removed',
  'second factor on',
  'second factor off',
] as const
