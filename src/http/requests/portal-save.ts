import type { ClientActor } from '#src/domain/actor.ts'
import { applicationOfClient } from '#src/domain/clients/clients.ts'
import { savePortalSection } from '#src/domain/portal/edit.ts'
import type { PortalSection } from '#src/forms/portal/portal.ts'
import type { SectionSave } from '#src/forms/portal/portal-payload.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit, limitDuplicates } from '#src/http/middleware/limit.ts'

/**
 * Saves a section. The limit applies because clients must not learn more about other people's addresses than
 * applicants do.
 */
export async function saveSection(
  c: Ctx,
  client: ClientActor,
  section: PortalSection,
  payload: SectionSave,
  expectedOf: (id: string) => number | null,
  stale?: string,
) {
  const { deps } = c.var
  await limit(c, 'save')
  await limit(c, 'portalSave', String(client.id))
  const { id, mainEmailKey } = applicationOfClient(deps, client)
  const expected = expectedOf(id)
  return limitDuplicates(c, payload.fields.mainEmail, mainEmailKey, () =>
    savePortalSection(deps, client, id, section, payload, expected, stale),
  )
}
