import { minutes } from '#src/domain/calendar.ts'
import { pressField } from '#src/framework/document.tsx'
import { wantsJson } from '#src/http/accepts.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminOf } from '#src/http/sessions/admin-session.ts'
import { hashToken } from '#src/security/tokens.ts'

/**
 * For a minute a plain form of the back office that is sent again, from the same page and with the same answers, is
 * answered as before and does nothing: the button was pressed twice on a slow line. A refused form may be sent again.
 */
export async function oncePerPress<T>(c: Ctx, form: URLSearchParams, run: () => T | Promise<T>) {
  if (!form.has(pressField) || wantsJson(c)) return run()
  const { pressedForms, now } = c.var.deps
  for (const [key, { until }] of pressedForms) if (until <= now()) pressedForms.delete(key)
  const key = hashToken(JSON.stringify([c.req.header('cookie'), c.req.url, form.toString()]))
  const pressed = pressedForms.get(key)
  const admin = pressed ? adminOf(c) : null
  if (pressed && admin) {
    c.set('signedInAs', admin.username)
    return pressed.outcome as Promise<T>
  }
  const outcome = Promise.resolve().then(run)
  pressedForms.set(key, { until: now() + minutes(1), outcome })
  outcome.catch(() => pressedForms.delete(key))
  return outcome
}
