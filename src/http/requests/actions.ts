import type { SubmissionResult } from '@conform-to/react'
import type { Page } from '#src/framework/page.ts'
import type { Ctx } from '#src/http/context.ts'
import { type Failure, failureOf, HttpError, httpMessages } from '#src/http/errors.ts'
import { bodyLimits, readForm } from './body.ts'
import { replyTo } from './form-request.ts'

/** Does what a posted form asks for. Returns the path to redirect to, or a page to show at once. */
export type Action = (c: Ctx, form: URLSearchParams) => Outcome | Promise<Outcome>
type Outcome = string | Page

/** The answer to a refused post: as a rule the page again, with what was typed. */
type Failed = (c: Ctx, post: FailedPost) => Outcome

/** The form that was refused, for the page that shows it again with what was typed. */
export type FailedPost = Failure & {
  action: string
  form: URLSearchParams
  /** The post for conform's `useForm`, with its errors or the notice at `noticeField`, where '' is the whole form. */
  reply: (noticeField?: string) => SubmissionResult
}

/**
 * The POST of a page: the form's `action` field names one of `handlers`, `default` without one. A refusal shows the page
 * again, as `failed` renders it. Throws 400 for an unknown action.
 */
export function actions(
  handlers: Record<string, Action>,
  failed: Failed,
  maxBytes: number = bodyLimits.small,
) {
  // a map, because a posted "constructor" would find a property of every object
  const byName = new Map(Object.entries(handlers))
  return async function POST(c: Ctx): Promise<Response | Page> {
    const form = await readForm(c, maxBytes)
    const action = form.get('action') ?? 'default'
    const handler = byName.get(action)
    if (!handler) throw new HttpError(400, httpMessages.unknownAction)
    return perform(c, { action, form, handler }, failed)
  }
}

/** One action of a page, for a form that its handler reads itself into `form`, because it comes with files. */
export async function perform(
  c: Ctx,
  { action, form, handler }: { action: string; form: URLSearchParams; handler: Action },
  failed: Failed,
): Promise<Response | Page> {
  try {
    return respond(c, await handler(c, form))
  } catch (error) {
    const failure = failureOf(c, error)
    const { errors, notice } = failure
    const reply = (noticeField?: string) =>
      replyTo(form, notice && noticeField !== undefined ? { [noticeField]: notice } : errors)
    return respond(c, failed(c, { ...failure, action, form, reply }))
  }
}

const respond = (c: Ctx, outcome: Outcome) =>
  typeof outcome === 'string' ? c.redirect(outcome, 303) : outcome
