import type { SubmissionResult } from '@conform-to/react'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { findApplication } from '#src/domain/applications/application.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { reviewHint, usualReviewDate } from '#src/domain/decisions/trade-account.ts'
import { codeWarnings, decisionWarnings, missingFromProfile } from '#src/domain/review/decide.ts'
import { nextInList } from '#src/domain/review/list.ts'
import { readAdminRecord } from '#src/domain/review/record.ts'
import { waitingOf } from '#src/domain/review/waiting.ts'
import { possibleOwners } from '#src/domain/staff/owners.ts'
import { readQuery } from '#src/forms/admin/dashboard-query.ts'
import { mayDo, type Role } from '#src/forms/admin/roles.ts'
import type { Ctx } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { type DeskActionName, deskActions } from '#src/ui/review/desk-actions.ts'
import type { Review } from '#src/ui/review/review.ts'
import { deskPosts } from './desk-posts.ts'
import { listOf } from './list-request.ts'
import { timelineOf } from './record-request.ts'

export type Asked = Pick<Review, 'isEditing' | 'dialog'> & {
  done?: string
  /** The form that was refused, and the versions on which it was based. */
  refused?: {
    action: string
    reply: SubmissionResult
    holder: string | null
    expected: { version: number; status: string }
  }
}

/** Reads the record of a review, and records that it was read. Refuses 'unknown'. */
export function readReview(
  c: Ctx,
  admin: Admin,
  id: string,
  { isEditing, dialog, done = '', refused }: Asked,
): Review {
  const { deps } = c.var
  const { role, username } = admin
  const from = timelineOf(c)
  const record = readAdminRecord(deps, admin, id, from)
  noteAccess(deps, admin, 'record read', record.id)
  const timezone = deps.env.APP_TIMEZONE
  const { secondPersonAbove, promisedTo } = companyOf(deps)
  const mayDecide = mayDo(role, 'decide')
  const owners = possibleOwners(deps).map((owner) => owner.username)
  const code = mayDecide ? record.proposal?.customerCode : undefined
  const list = listAsked(c)
  return {
    record,
    from,
    timezone,
    role,
    username,
    colleagues: mayDecide ? owners.filter((name) => name !== username) : [],
    isAlone: owners.length < 2,
    secondPersonAbove,
    waiting: waitingOf(deps, record),
    list,
    next: c.req.query('list') ? nextInList(deps, listOf(list, admin), record.id) : null,
    promisedTo,
    reviewHint: reviewHint(deps, record),
    isEditing: isEditing && mayDo(role, 'amend'),
    dialog,
    holder: refused?.holder ?? null,
    // a decision on an older status stays refused until the page is reloaded
    expected:
      refused?.expected.status && refused.expected.status !== record.status
        ? refused.expected
        : null,
    missing: missingFromProfile(deps, admin),
    warnings: warnedOf.has(done)
      ? decisionWarnings(deps, findApplication(deps, record.id), record.proposal?.customerCode)
      : [],
    codeWarnings: code ? codeWarnings(deps, findApplication(deps, record.id), code) : [],
    forms: formsOf(deps, role, record, refused),
  }
}

function formsOf(
  deps: Deps,
  role: Role,
  record: Review['record'],
  refused: Asked['refused'],
): Review['forms'] {
  const usualReview = usualReviewDate(deps, record, record.agreed?.creditLimit ?? null)
  const today = dateIn(deps.env.APP_TIMEZONE, deps.now())
  const names = Object.keys(deskActions) as DeskActionName[]
  const forms = names
    .filter((name) => mayDo(role, deskActions[name].right))
    .map((name) => {
      const { schema, values } = deskPosts[name]
      const state = {
        values: values?.({ record, usualReview, today }) ?? {},
        lastResult: refused?.action === name ? refused.reply : null,
      }
      return [name, formState(schema, state)] as const
    })
  return Object.fromEntries(forms)
}

const warnedOf = new Set(['approve', 'propose', 'reject'])

export const listAsked = (c: Ctx) => readQuery(new URLSearchParams(c.req.query('list')))
