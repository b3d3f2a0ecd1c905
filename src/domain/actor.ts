import { mayDo, type Right, type Role } from '#src/forms/admin/roles.ts'
import { Refusal, refusals } from './refusal.ts'

/** Who acts: the applicant is known by the hash of the browser's draft cookie only. */
export type Applicant = {
  kind: 'applicant'
  tokenHash: string | null
  address: string
  agent: string
}

/** Where a request comes from: the network address, and the browser's own words. */
export type Source = { address?: string; browser?: string }

/** Somebody signed in to the back office, and where the request comes from. */
export type Admin = Source & {
  kind: 'admin'
  id: number
  username: string
  role: Role
  sessionHash: string
  /** Set while a second factor is required and the account has none (rule 229). */
  lacksSecondFactor?: true
}

/** A signed-in customer; `application` is the one row that the account is for. */
export type ClientActor = {
  kind: 'client'
  id: number
  application: number
  email: string
  sessionHash: string
  address?: string
}

/** Somebody who is known by nothing but the address of the request. */
export type Stranger = { kind: 'stranger'; address: string }

/** Another system, which reads with an API key; `name` tells it from every other key. */
export type ApiKey = { kind: 'api-key'; name: string; address: string }

export type Actor = Applicant | ClientActor | Admin | ApiKey | Stranger | { kind: 'system' }

/** The section of events that change nothing: who signed in, and who read what. */
export const access = 'access'

/** An actor's name in an event: no secret, and for a customer no address, because events stay. */
export function nameOf(actor: Actor): string {
  if (actor.kind === 'applicant') return actor.tokenHash?.slice(0, 12) ?? 'new browser'
  if (actor.kind === 'client') return `account ${actor.id}`
  if (actor.kind === 'api-key') return actor.name
  return actor.kind === 'admin' ? actor.username : actor.kind
}

/** The network address of an event. An applicant's is kept at the submit, not with every save. */
export const originOf = (actor: Actor): string | null =>
  actor.kind === 'applicant' || actor.kind === 'system' ? null : (actor.address ?? null)

/**
 * Refuses 'not-allowed' when the role lacks a right, and 'second-factor' while the account must set one up first: until
 * then it has the right to itself alone (rules 98 and 229).
 */
export function refuseWithoutRight({ role, lacksSecondFactor }: Admin, right: Right) {
  if (!mayDo(role, right)) throw new Refusal('not-allowed', refusals.roleMayNot)
  if (lacksSecondFactor && right !== 'account')
    throw new Refusal('second-factor', refusals.secondFactorFirst)
}
