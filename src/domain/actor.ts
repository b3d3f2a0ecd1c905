/** Who acts: the applicant is known by the hash of the browser's draft cookie only. */
export type Applicant = {
  kind: 'applicant'
  tokenHash: string | null
  address: string
  agent: string
}

/** A signed-in administrator. */
export type Admin = { kind: 'admin'; id: number; username: string; sessionHash: string }

/** A signed-in customer; `application` is the one row that the account is for. */
export type ClientActor = {
  kind: 'client'
  id: number
  application: number
  email: string
  sessionHash: string
}

export type Actor = Applicant | ClientActor | Admin | { kind: 'system' }

/** How an actor stands in an event: a name that is no secret, and for a customer no address, since events stay. */
export function nameOf(actor: Actor): string {
  if (actor.kind === 'applicant') return actor.tokenHash?.slice(0, 12) ?? 'new browser'
  if (actor.kind === 'client') return `account ${actor.id}`
  return actor.kind === 'admin' ? actor.username : 'system'
}
