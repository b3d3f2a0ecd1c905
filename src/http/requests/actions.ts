import type { SubmissionResult } from '@conform-to/react'
import type { Page } from '#src/framework/router.ts'
import type { Ctx } from '#src/http/context.ts'
import { type Failure, failureOf, HttpError, httpMessages } from '#src/http/errors.ts'
import { readForm } from './body.ts'
import { replyTo } from './form-request.ts'

/** A path to redirect to, a page, or a file. */
export type Action = (c: Ctx, form: URLSearchParams) => Outcome | Promise<Outcome>
type Outcome = string | Page | Response

type Failed = (c: Ctx, post: FailedPost) => Outcome

export type FailedPost = Failure & {
  action: string
  form: URLSearchParams
  /** With the errors, or the notice at `noticeField` ('' is the whole form). */
  reply: (noticeField?: string) => SubmissionResult
}

/** The form's `action` names the handler. A refusal shows the page again as `failed` renders it. */
export function actions(handlers: Record<string, Action>, failed: Failed) {
  // a map, because a posted "constructor" would find a property of every object
  const byName = new Map(Object.entries(handlers))
  return async function POST(c: Ctx): Promise<Response | Page> {
    const form = await readForm(c)
    const action = form.get('action') ?? 'default'
    const handler = byName.get(action)
    if (!handler) throw new HttpError(400, httpMessages.unknownAction)
    return perform(c, { action, form, handler }, failed)
  }
}

/** For a form with files, which its handler reads itself into `form`. */
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
