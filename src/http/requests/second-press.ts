import { isRemembered, oncePerMinute } from '#src/domain/second-press.ts'
import { wantsJson } from '#src/http/accepts.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminOf } from '#src/http/sessions/admin-session.ts'
import { clientOf } from '#src/http/sessions/client-session.ts'
import { sayNext } from '#src/http/sessions/flash-cookie.ts'
import { pressField } from '#src/ui/fields/PostForm.tsx'

/**
 * Runs a plain form only once per minute for the same page and the same answers. A second press of the button on a slow
 * line gets the first answer. A refused form may be sent again.
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

/** Recognises a second press before the files are read, by the form's mark, which comes first, and its length. */
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
