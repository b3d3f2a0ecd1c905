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

/** Returns a path to redirect to, a page, or a file. */
export type Action = (c: Ctx, form: URLSearchParams) => Outcome | Promise<Outcome>
type Outcome = string | Page | Response

type Failed = (c: Ctx, post: FailedPost) => Outcome

export type FailedPost = Failure & {
  action: string
  form: URLSearchParams
  /** Returns the form with its errors, or with the notice at `noticeField`. '' stands for the whole form. */
  reply: (noticeField?: string) => SubmissionResult
}

/** The messages on the page after a redirect, by the word in its `?done=`. */
export type Flashes = ReadonlyMap<string, Toast>

/**
 * Answers a posted form, whose `action` names the handler. After a refusal, `failed` renders the page again. An
 * island that asks for JSON gets `{next, toast}`, the page's `data`, or after a refusal `{message, errors, reply}`.
 */
export function actions(
  handlers: Record<string, Action>,
  failed: Failed,
  flashes: Flashes = new Map(),
) {
  // this is a Map, because a posted "constructor" would find a property of every object
  const byName = new Map(Object.entries(handlers))
  return async function POST(c: Ctx): Promise<Response | Page> {
    const form = await readForm(c)
    const action = form.get('action') ?? 'default'
    const handler = byName.get(action)
    if (!handler) throw new HttpError(400, httpMessages.unknownAction)
    return perform(c, { action, form, handler }, failed, flashes)
  }
}

/** Runs the handler of a form with files, which reads the files itself and adds the texts to `form`. */
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

/**
 * Returns the page for a form that was sent without a session, or `null` if the error page or a JSON error says so.
 */
export async function typedAgain(c: Ctx, error: unknown): Promise<Page | null> {
  if (!isWithoutSession(error) || c.req.method !== 'POST' || wantsJson(c)) return null
  const { typedAgain } = c.var
  if (!typedAgain) return null
  try {
    const page = typedAgain(c, c.var.posted ?? (await readTexts(c)))
    // the session may have ended while the form was on its way
    c.set('signedInAs', '')
    return page && { ...page, status: 401, title: 'Your session has ended' }
  } catch (refusal) {
    // the form is too long, or the body is no form at all
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

/** Returns where the island has to go and the message there. A browser would get both from the redirect. */
function nextPage(c: Ctx, path: string, flashes: Flashes) {
  const { pathname, search, hash, searchParams } = new URL(path, ownOrigin)
  const word = searchParams.get('done') ?? ''
  const toast = flashes.get(word) ?? c.var.toast ?? null
  if (!toast) return { next: `${pathname}${search}${hash}`, toast }
  const next = withoutWord(`${ownOrigin}${pathname}${search}${hash}`)
  return { next: `${next.pathname}${next.search}${next.hash}`, toast }
}

const ownOrigin = 'http://countersign.invalid'

/** Leaves out what was typed, because the island still has it. */
function answerRefusal(c: Ctx, failure: Failure, { initialValue: _, ...reply }: SubmissionResult) {
  const { message, errors, holder, status } = failure
  return c.json({ message, errors, holder, reply }, status)
}
