import type { ClientActor } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications.ts'
import { applicationOfClient } from '#src/domain/clients.ts'
import { savePortalSection } from '#src/domain/portal-edit.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { PortalSection } from '#src/forms/portal.ts'
import type { Ctx } from './context.ts'
import { limitDuplicates } from './duplicate-limit.ts'

/** A section as its customer sent it, and the version that it was typed over, or `null`. */
export type Sent = { section: PortalSection; body: unknown; seen: number | null }

/**
 * Saves it; somebody who is signed in learns no more of other people's addresses than an applicant does. Refuses
 * 'stale' when the page says whose it is and another customer has signed in beside it since.
 */
export function saveSection(
  c: Ctx,
  client: ClientActor,
  { section, body, seen }: Sent,
): Promise<Application> {
  const { deps } = c.var
  const given = body as { id?: unknown; mainEmail?: unknown } | null | undefined
  const { id, mainEmailKey } = applicationOfClient(deps, client)
  if (given?.id && given.id !== id) throw new Refusal('stale', refusals.staleVersion)
  return limitDuplicates(c, given?.mainEmail, mainEmailKey, () =>
    savePortalSection(deps, client, section, body, seen),
  )
}
