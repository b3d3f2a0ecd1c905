import type { Deps } from '#src/deps.ts'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { filesOf } from '#src/domain/requests/files.ts'
import { openRequestOf, requestsOf } from '#src/domain/requests/requests.ts'
import { requestTexts } from '#src/forms/requests/request-texts.ts'

/** What a customer was asked, newest first: the open request, and those that were answered. Instants are ISO in UTC. */
export const questionsTo = (deps: Pick<Deps, 'db'>, client: ClientActor) =>
  requestsOf(deps, applicationOfClient(deps, client))
    .filter(({ closedAt }) => closedAt === null)
    .map(({ id, text, askedAt, answer, answeredAt }) => ({
      files: filesOf(deps, id).map(({ name, size }) => ({ name, size })),
      id,
      text,
      askedAt: new Date(askedAt).toISOString(),
      answer,
      answeredAt: answeredAt === null ? null : new Date(answeredAt).toISOString(),
    }))

/** The number of the request that waits for this customer's answer; refuses 'conflict' without one. */
export function openRequestFor(deps: Pick<Deps, 'db'>, client: ClientActor): number {
  const open = openRequestOf(deps, applicationOfClient(deps, client))
  if (!open) throw new Refusal('conflict', requestTexts.closed)
  return open.id
}
