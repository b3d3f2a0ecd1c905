import { noteAccess } from '#src/domain/audit/access-log.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { exportApplications } from '#src/domain/dashboard/export.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/admin-networks.ts'
import { listQueryOf } from '#src/http/requests/list-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = adminNetworksOnly

/** The filtered list as a CSV file. */
export function GET(c: Ctx) {
  const admin = requireAdmin(c, 'read')
  const { deps } = c.var
  noteAccess(deps, admin, 'list exported')
  const chunks = exportApplications(deps, listQueryOf(c, admin))
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // a breath between two chunks, or the loop would answer nobody else
      await new Promise((go) => setImmediate(go))
      const { done, value } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(text.encode(value))
    },
  })
  const day = dateIn(deps.env.APP_TIMEZONE, deps.now())
  return c.body(body, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="applications-${day}.csv"`,
  })
}
