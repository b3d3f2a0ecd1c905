import { possibleOwners } from '#src/domain/accounts/owners.ts'
import type { Admin } from '#src/domain/actor.ts'
import { findApplication } from '#src/domain/applications/application.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { reviewHint, usualReviewDate } from '#src/domain/review/account.ts'
import { codeWarnings, decisionWarnings, missingFromProfile } from '#src/domain/review/decide.ts'
import { nextInList } from '#src/domain/review/list.ts'
import { readAdminRecord } from '#src/domain/review/record.ts'
import { waitingOf } from '#src/domain/review/waiting.ts'
import { readQuery } from '#src/forms/admin/dashboard-query.ts'
import { mayDo } from '#src/forms/admin/roles.ts'
import type { Ctx } from '#src/http/context.ts'
import type { Review } from '#src/ui/review/review.ts'
import { listOf, timelineOf } from './record-request.ts'

export type Asked = Pick<Review, 'isEditing' | 'dialog'> & {
  done?: string
  refused?: NonNullable<Review['refused']> & { expected: NonNullable<Review['expected']> }
}

/** Reading it is an event. Refuses 'unknown'. */
export function reviewOf(
  c: Ctx,
  admin: Admin,
  id: string,
  { isEditing, dialog, done = '', refused }: Asked,
): Review {
  const { deps } = c.var
  const from = timelineOf(c)
  const record = readAdminRecord(deps, admin, id, from)
  noteAccess(deps, admin, 'record read', record.id)
  const timezone = deps.env.APP_TIMEZONE
  const { secondPersonAbove, promisedTo } = companyOf(deps)
  const code = record.proposal?.customerCode
  const list = listAsked(c)
  return {
    record,
    from,
    timezone,
    role: admin.role,
    username: admin.username,
    owners: possibleOwners(deps).map(({ username }) => username),
    secondPersonAbove,
    waiting: waitingOf(deps, record),
    list,
    next: c.req.query('list') ? nextInList(deps, listOf(list, admin), record.id) : null,
    promisedTo,
    usualReview: usualReviewDate(deps, record, record.agreed?.creditLimit ?? null),
    today: dateIn(timezone, deps.now()),
    reviewHint: reviewHint(deps, record),
    isEditing: isEditing && mayDo(admin.role, 'amend'),
    dialog,
    refused: refused ?? null,
    // a decision on an older status is refused again, until the page is reloaded
    expected:
      refused?.expected.status && refused.expected.status !== record.status
        ? refused.expected
        : null,
    missing: missingFromProfile(deps, admin),
    warnings: warnedOf.has(done)
      ? decisionWarnings(deps, findApplication(deps, record.id), record.proposal?.customerCode)
      : [],
    codeWarnings: code ? codeWarnings(deps, findApplication(deps, record.id), code) : [],
  }
}

const warnedOf = new Set(['approve', 'propose', 'reject'])

export const listAsked = (c: Ctx) => readQuery(new URLSearchParams(c.req.query('list')))
