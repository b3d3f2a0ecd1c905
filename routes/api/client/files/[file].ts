import { applicationOfClient } from '#src/domain/clients/clients.ts'
import { fileFor } from '#src/domain/portal/answers.ts'
import type { Ctx } from '#src/http/context.ts'
import { sendFile } from '#src/http/files/send-file.ts'
import { requireClient } from '#src/http/sessions/client-session.ts'

export function GET(c: Ctx) {
  const { deps } = c.var
  const client = requireClient(c)
  const { id } = applicationOfClient(deps, client)
  return sendFile(c, fileFor(deps, client, id, Number(c.req.param('file')) || 0))
}
