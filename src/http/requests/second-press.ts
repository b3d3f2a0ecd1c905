import { minutes } from '#src/domain/calendar.ts'
import { pressField } from '#src/framework/document.tsx'
import { wantsJson } from '#src/http/accepts.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminOf } from '#src/http/sessions/admin-session.ts'
import { hashToken } from '#src/security/tokens.ts'

/**
 * Runs a plain form of the back office only once per minute for the same page and the same answers. A second press of
 * the button on a slow line gets the first answer. A refused form may be sent again.
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
