import { eq, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { type Application, changesOf } from '#src/domain/applications/application.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { closingTexts } from '#src/forms/admin/decisions.ts'
import type { AccountClosing } from '#src/forms/admin/review-forms.ts'
import { refuseChanged, refuseClosed } from './changed-since.ts'

/** The status stays. Refuses 'conflict' unless it is approved and open, 'stale' on an older version than `expected`. */
export function closeAccount(
  deps: Deps,
  actor: Admin,
  id: string,
  closing: AccountClosing,
  expected: number | null,
) {
  if (closing.closedOn > dateIn(deps.env.APP_TIMEZONE, deps.now()))
    throw refusalAt('closedOn', 'invalid', closingTexts.future)
  change(deps, actor, id, expected, 'account closed', closing)
}

/** Refuses 'conflict' unless it is closed, 'stale' on an older version than `expected`. */
export const reopenAccount = (deps: Deps, actor: Admin, id: string, expected: number | null) =>
  change(deps, actor, id, expected, 'account reopened', { closedOn: null, closingReason: null })

function change(
  deps: Deps,
  actor: Admin,
  id: string,
  expected: number | null,
  action: 'account closed' | 'account reopened',
  closing: Pick<Application, 'closedOn' | 'closingReason'>,
) {
  transact(deps, (deps) => {
    const before = authorize(deps, actor, 'decide', id)
    refuseChanged(deps, before, expected)
    if (action === 'account closed') refuseClosed(before)
    else if (before.closedOn === null) throw new Refusal('conflict', closingTexts.open)
    if (before.status !== 'approved') throw new Refusal('conflict', closingTexts.notApproved)
    const first = firstDay(deps, before)
    if (closing.closedOn && closing.closedOn < first)
      throw refusalAt('closedOn', 'invalid', closingTexts.early(first))
    deps.db.orm
      .update(applications)
      .set({ ...closing, updatedAt: deps.now(), version: sql`${applications.version} + 1` })
      .where(eq(applications.seq, before.seq))
      .run()
    recordEvent(deps, actor, { action, application: id, changes: changesOf(before, closing) })
  })
}

/** An imported account was open before it came here. */
const firstDay = ({ env }: Deps, { approvedAt }: Application) =>
  approvedAt === null ? '1900-01-01' : dateIn(env.APP_TIMEZONE, approvedAt)
