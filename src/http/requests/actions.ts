import type { Page } from '#src/framework/page.ts'
import type { Ctx } from '#src/http/context.ts'
import { type Failure, failureOf, HttpError, httpMessages } from '#src/http/errors.ts'
import { bodyLimits, readForm } from './body.ts'

/** Does what a posted form asks for. Returns the path to redirect to, or a page to show at once. */
export type Action = (c: Ctx, form: URLSearchParams) => Outcome | Promise<Outcome>
type Outcome = string | Page

/** The form that was refused, for the page that shows it again with what was typed. */
export type FailedPost = Failure & { action: string; form: URLSearchParams }

/**
 * The POST of a page: the form's `action` field names one of `handlers`, `default` without one. A refusal shows the page
 * again, as `failed` renders it. Throws 400 for an unknown action.
 */
export function actions(
  handlers: Record<string, Action>,
  failed: (c: Ctx, post: FailedPost) => Page,
  maxBytes: number = bodyLimits.small,
) {
  // a map, because a posted "constructor" would find a property of every object
  const byName = new Map(Object.entries(handlers))
  return async function POST(c: Ctx): Promise<Response | Page> {
    const form = await readForm(c, maxBytes)
    const action = form.get('action') ?? 'default'
    const handler = byName.get(action)
    if (!handler) throw new HttpError(400, httpMessages.unknownAction)
    try {
      const outcome = await handler(c, form)
      return typeof outcome === 'string' ? c.redirect(outcome, 303) : outcome
    } catch (error) {
      return failed(c, { ...failureOf(c, error), action, form })
    }
  }
}
