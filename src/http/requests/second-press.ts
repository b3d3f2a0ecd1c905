import { isRemembered, oncePerMinute } from '#src/domain/second-press.ts'
import { wantsJson } from '#src/http/accepts.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminOf } from '#src/http/sessions/admin-session.ts'
import { clientOf } from '#src/http/sessions/client-session.ts'
import { sayNext } from '#src/http/sessions/flash-cookie.ts'
import { pressField } from '#src/ui/fields/PostForm.tsx'

/**
 * For a minute a plain form that is sent again, from the same page and with the same answers, is answered as before and
 * does nothing: the button was pressed twice on a slow line. A refused form may be sent again.
 */
export async function oncePerPress<T>(c: Ctx, form: URLSearchParams, run: () => T | Promise<T>) {
  const key = keyOf(c, form)
  if (key === null || (isRemembered(c.var.deps, key) && !isStillSignedIn(c))) return run()
  let isFirst = false
  const { outcome, said } = await oncePerMinute(c.var.deps, key, async () => {
    isFirst = true
    return { outcome: await run(), said: c.var.said }
  })
  if (said && !isFirst) sayNext(c, ...said)
  return outcome
}

/** Before its files are read: of a form with files only the mark, which comes first in it, and the length are known. */
export function isPressedAgain(c: Ctx, form: URLSearchParams): boolean {
  const key = keyOf(c, form)
  return key !== null && isRemembered(c.var.deps, key)
}

function keyOf(c: Ctx, form: URLSearchParams): unknown {
  const mark = form.get(pressField)
  if (!mark || wantsJson(c)) return null
  const content = isWithFiles(c) ? [mark, c.req.header('content-length')] : form.toString()
  return [c.req.header('cookie'), c.req.url, content]
}

const isWithFiles = (c: Ctx) => c.req.header('content-type')?.startsWith('multipart/') ?? false

const isStillSignedIn = (c: Ctx) =>
  (c.req.path.startsWith('/admin') ? adminOf(c) : clientOf(c)) !== null
