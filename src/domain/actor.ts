/** Who acts: the applicant is known by the hash of the browser's draft cookie only. */
export type Applicant = {
  kind: 'applicant'
  tokenHash: string | null
  address: string
  agent: string
}

export type Actor = Applicant | { kind: 'system' }

/** How an actor stands in an event: a kind and a name that is no secret. */
export const nameOf = (actor: Actor) =>
  actor.kind === 'applicant' ? (actor.tokenHash?.slice(0, 12) ?? 'new browser') : 'system'
