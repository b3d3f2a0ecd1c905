import {
  deleteLinkedDraft,
  isDraftLinkLive,
  takeOverDraft,
} from '#src/domain/applications/draft-links.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { Page } from '#src/framework/page.ts'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { draftToken, setDraftCookie } from '#src/http/sessions/draft-cookie.ts'
import { DraftLink, type DraftLinkProps } from '#src/ui/registration/DraftLink.tsx'

/** The question of `/client-form?resume=` and `?discard=`, or `null` for an address without either (rule 41). */
export function askDraftLink(c: Ctx): Page | null {
  const link = linkIn(new URL(c.req.url).searchParams)
  if (!link) return null
  const live = isDraftLinkLive(c.var.deps, link.token, purposes[link.purpose])
  return live ? question(link.token, link.purpose) : gone()
}

/** Does what a posted question says, or `null` when the post is none: hands the draft over, or deletes it. */
export function answerDraftLink(c: Ctx, form: URLSearchParams): Response | Page | null {
  const link = linkIn(form)
  if (!link) return null
  const { deps } = c.var
  try {
    if (link.purpose === 'discard') deleteLinkedDraft(deps, link.token)
    else setDraftCookie(c, takeOverDraft(deps, link.token, draftToken(c)).token)
    return c.redirect('/client-form', 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return gone()
  }
}

const purposes = { resume: 'resume', discard: 'delete' } as const

function linkIn(values: URLSearchParams) {
  for (const purpose of ['resume', 'discard'] as const) {
    const token = values.get(purpose)
    if (token) return { purpose, token }
  }
  return null
}

const question = (token: string, purpose: DraftLinkProps['purpose']) =>
  page(
    DraftLink,
    { token, purpose },
    { title: 'Your draft', headers: { 'Referrer-Policy': 'same-origin' } },
  )

const gone = () =>
  page(DraftLink, { token: '', purpose: null }, { title: 'Your draft', status: 400 })
