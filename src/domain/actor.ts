import { mayDo, type Right, type Role } from '#src/forms/admin/roles.ts'
import { Refusal, refusals } from './refusal.ts'

type FormBrowser = { tokenHash: string | null; address: string; agent: string }

/** The applicant is known by the hash of the browser's draft cookie only. */
export type Applicant = FormBrowser & { kind: 'applicant' }

/** Known by the hash of the cookie that the link in the signer's email has given to a browser. */
export type Signer = FormBrowser & { kind: 'signer' }

export type Source = { address?: string; browser?: string }

export type Admin = Source & {
  kind: 'admin'
  id: number
  username: string
  role: Role
  sessionHash: string
  /** Set while a second factor is required and the account has none. */
  lacksSecondFactor?: boolean
  /** Set when the session began at the provider. */
  byProvider?: boolean
}

export type ClientActor = {
  kind: 'client'
  id: number
  application: number
  email: string
  sessionHash: string
  address?: string | undefined
}

/** Somebody who is known by nothing but the address of the request. */
export type Stranger = { kind: 'stranger'; address: string }

export type ApiKey = { kind: 'api-key'; name: string; address: string }

export type Actor =
  | Applicant
  | Signer
  | ClientActor
  | Admin
  | ApiKey
  | Stranger
  | { kind: 'system' }

/** The section of events that say who signed in and who read what. */
export const accessSection = 'access'

/**
 * Returns the name that events store. It contains no secret and no address of a customer, because events are never
 * removed.
 */
export function nameOf(actor: Actor): string {
  if (actor.kind === 'applicant' || actor.kind === 'signer')
    return actor.tokenHash?.slice(0, 12) ?? 'new browser'
  if (actor.kind === 'client') return `account ${actor.id}`
  if (actor.kind === 'api-key') return actor.name
  return actor.kind === 'admin' ? actor.username : actor.kind
}

/** Returns how screens name an actor. Staff are shown by user name. */
export const shownActor = ({ actorKind, actor }: { actorKind: Actor['kind']; actor: string }) =>
  groups[actorKind] ?? actor

const groups: Partial<Record<Actor['kind'], string>> = {
  applicant: 'Applicant',
  signer: 'Signer',
  client: 'Customer',
  system: 'System',
}

export const originOf = (actor: Actor): string | null =>
  actor.kind === 'system' ? null : (actor.address ?? null)

/**
 * Refuses 'not-allowed' without the right. Refuses 'second-factor' outside My account while a second factor must be set
 * up first.
 */
export function refuseWithoutRight({ role, lacksSecondFactor }: Admin, right: Right) {
  if (!mayDo(role, right)) throw new Refusal('not-allowed', refusals.roleMayNot)
  if (lacksSecondFactor && right !== 'account')
    throw new Refusal('second-factor', refusals.secondFactorFirst)
}
