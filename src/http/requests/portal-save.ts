import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { type SavedSection, savePortalSection } from '#src/domain/portal/edit.ts'
import type { PortalSection } from '#src/forms/portal/portal.ts'
import type { Ctx } from '#src/http/context.ts'
import { limitDuplicates } from './duplicate-limit.ts'

/** A section as its customer sent it, and the version that it was typed over, or `null`. */
export type Sent = { section: PortalSection; body: unknown; seen: number | null }

/** Saves it; somebody who is signed in learns no more of other people's addresses than an applicant does. */
export function saveSection(
  c: Ctx,
  client: ClientActor,
  { section, body, seen }: Sent,
): Promise<SavedSection> {
  const { deps } = c.var
  const given = body as { mainEmail?: unknown } | null | undefined
  const { mainEmailKey } = applicationOfClient(deps, client)
  return limitDuplicates(c, given?.mainEmail, mainEmailKey, () =>
    savePortalSection(deps, client, section, body, seen),
  )
}
