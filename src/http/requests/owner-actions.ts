import { handOver, releaseApplication, takeApplication } from '#src/domain/review/owner.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import type { Action } from './actions.ts'

/** The forms of a record that change its owner. Each leads back to the record. */
export const ownerActions: Record<string, Action> = {
  take(c, form) {
    takeApplication(c.var.deps, requireAdmin(c, 'decide'), shown(c, form))
    return done(c, 'take')
  },
  release(c, form) {
    releaseApplication(c.var.deps, requireAdmin(c, 'decide'), shown(c, form))
    return done(c, 'release')
  },
  'hand-over'(c, form) {
    const admin = requireAdmin(c, 'decide')
    handOver(c.var.deps, admin, shown(c, form), form.get('colleague') ?? '')
    return done(c, 'hand-over')
  },
}

/** The application, and the owner that the page showed. */
const shown = (c: Ctx, form: URLSearchParams) => ({ id: idOf(c), seen: form.get('owner') || null })

const done = (c: Ctx, action: string) =>
  `/admin/applications/${encodeURIComponent(idOf(c))}?done=${action}`

const idOf = (c: Ctx) => c.req.param('id') ?? ''
