import type { SubmissionResult } from '@conform-to/react'
import { Refusal } from '#src/domain/refusal.ts'
import type { Page } from '#src/framework/router.ts'
import { wantsJson } from '#src/http/accepts.ts'
import type { Ctx } from '#src/http/context.ts'
import { type Failure, failureOf, HttpError, httpMessages } from '#src/http/errors.ts'
import { isMultipart, readPostedTexts } from '#src/http/files/multipart.ts'
import { type Toast, withoutWord } from '#src/ui/toasts/toast.ts'
import { readForm } from './body.ts'
import { replyTo } from './form-request.ts'
import { oncePerPress } from './second-press.ts'

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

/** What the page after a redirect says, by the word of its `?done=`. */
export type Flashes = ReadonlyMap<string, Toast>

/**
 * The form's `action` names the handler. A refusal shows the page again as `failed` renders it. An island that asks for
 * JSON gets `{next, toast}`, the page's `data`, or after a refusal `{message, errors, reply}`.
 */
export function actions(
  handlers: Record<string, Action>,
  failed: Failed,
  flashes: Flashes = new Map(),
) {
  // a map, because a posted "constructor" would find a property of every object
  const byName = new Map(Object.entries(handlers))
  return async function POST(c: Ctx): Promise<Response | Page> {
    const form = await readForm(c)
    const action = form.get('action') ?? 'default'
    const handler = byName.get(action)
    if (!handler) throw new HttpError(400, httpMessages.unknownAction)
    return perform(c, { action, form, handler }, failed, flashes)
  }
}

/** For a form with files, which its handler reads itself into `form`. */
export async function perform(
  c: Ctx,
  { action, form, handler }: { action: string; form: URLSearchParams; handler: Action },
  failed: Failed,
  flashes: Flashes = new Map(),
): Promise<Response | Page> {
  c.set('posted', form)
  try {
    return respond(c, await oncePerPress(c, form, () => handler(c, form)), flashes)
  } catch (error) {
    if (isWithoutSession(error) && c.var.typedAgain) throw error
    const failure = failureOf(c, error)
    const { errors, notice } = failure
    const reply = (noticeField?: string) =>
      replyTo(form, notice && noticeField !== undefined ? { [noticeField]: notice } : errors)
    if (wantsJson(c)) return answerRefusal(c, failure, reply(''))
    return respond(c, failed(c, { ...failure, action, form, reply }), flashes)
  }
}

/** What a form that came without a session is answered with; `null` where the error page or JSON says it. */
export async function typedAgain(c: Ctx, error: unknown): Promise<Page | null> {
  if (!isWithoutSession(error) || c.req.method !== 'POST' || wantsJson(c)) return null
  const { typedAgain } = c.var
  if (!typedAgain) return null
  try {
    const shown = typedAgain(c, c.var.posted ?? (await readTexts(c)))
    // it may have ended while the form was on its way
    c.set('signedInAs', '')
    return shown && { ...shown, status: 401, title: 'Your session has ended' }
  } catch (refusal) {
    // too long, or no form at all
    if (refusal instanceof HttpError || refusal instanceof Refusal) return null
    throw refusal
  }
}

const readTexts = (c: Ctx) => (isMultipart(c) ? readPostedTexts(c) : readForm(c))

const isWithoutSession = (error: unknown) =>
  error instanceof Refusal && error.kind === 'not-signed-in'

function respond(c: Ctx, outcome: Outcome, flashes: Flashes) {
  if (typeof outcome !== 'string') return outcome
  return wantsJson(c) ? c.json(nextPage(c, outcome, flashes)) : c.redirect(outcome, 303)
}

/** Where the island leads to, and what it says: the redirect's words for who reads JSON. */
function nextPage(c: Ctx, path: string, flashes: Flashes) {
  const { pathname, search, hash, searchParams } = new URL(path, ownOrigin)
  const word = searchParams.get('done') ?? ''
  const toast = flashes.get(word) ?? c.var.toast ?? null
  if (!toast) return { next: `${pathname}${search}${hash}`, toast }
  const next = withoutWord(`${ownOrigin}${pathname}${search}${hash}`)
  return { next: `${next.pathname}${next.search}${next.hash}`, toast }
}

const ownOrigin = 'http://countersign.invalid'

/** Without what was typed, which the island still has. */
function answerRefusal(c: Ctx, failure: Failure, { initialValue: _, ...reply }: SubmissionResult) {
  const { message, errors, holder, status } = failure
  return c.json({ message, errors, holder, reply }, status)
}
