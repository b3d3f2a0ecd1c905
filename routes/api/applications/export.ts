import { setImmediate } from 'node:timers/promises'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { exportApplications } from '#src/domain/review/export.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/client-address.ts'
import { listQueryOf } from '#src/http/requests/record-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = adminNetworksOnly

export function GET(c: Ctx) {
  const admin = requireAdmin(c, 'read')
  const { deps } = c.var
  noteAccess(deps, admin, 'list exported')
  const chunks = exportApplications(deps, listQueryOf(c, admin))
  const day = dateIn(deps.env.APP_TIMEZONE, deps.now())
  return csvResponse(c, chunks, `applications-${day}.csv`)
}

/** A CSV file for downloading, made piece by piece: other requests are answered between two of them. */
function csvResponse(c: Ctx, chunks: Iterator<string>, name: string) {
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await setImmediate()
      // who reads slowly may have lost the right by now
      c.var.recheck?.()
      const { done, value } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(text.encode(value))
    },
  })
  return c.body(body, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}
