import { and, eq, max } from 'drizzle-orm'
import { events } from '#db/schema/events.ts'
import { attachments, checks, fileFacts } from '#db/schema/review.ts'
import type { Store } from '#src/deps.ts'
import { shownActor } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { provenFacts } from '#src/domain/audit/proven-facts.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { type CheckState, checkLines, checkTexts } from '#src/forms/admin/checks.ts'

type Of = Pick<Application, 'seq' | 'id' | 'status'>

/**
 * Returns the checks that the company's settings ask for, then others that were recorded before. Instants are ISO in
 * UTC.
 */
export function checksOf(deps: Store, application: Of) {
  const { orm } = deps.db
  if (application.status === 'draft') return []
  const edited = lastEdit(deps, application)
  const rows = orm
    .select()
    .from(checks)
    .innerJoin(events, eq(events.seq, checks.event))
    .where(eq(checks.application, application.seq))
    .orderBy(checks.id)
    .all()
  const asked = checksAskedFor(deps)
  const names = new Set([...asked, ...rows.map((row) => row.checks.name)])
  return [...names].map((name) => {
    const row = rows.find(({ checks }) => checks.name === name)
    const isAsked = asked.includes(name)
    if (!row) return { ...nothing, name, isAsked }
    const { id, state, note, event } = row.checks
    const file =
      orm.select(fileFacts).from(attachments).where(eq(attachments.recordedCheck, id)).get() ?? null
    const at = new Date(row.events.at).toISOString()
    const isBeforeEdit = state !== 'open' && event < edited
    return { name, isAsked, state, note, event, at, by: shownActor(row.events), file, isBeforeEdit }
  })
}

export type Check = ReturnType<typeof checksOf>[number]

const nothing = {
  state: 'open' as CheckState,
  note: null,
  event: 0,
  at: null,
  by: null,
  file: null,
  isBeforeEdit: false,
}

const lastEdit = ({ db }: Store, { id }: Of): number =>
  db.orm
    .select({ seq: max(events.seq) })
    .from(events)
    .where(and(eq(events.application, id), eq(events.action, 'application amended')))
    .get()?.seq ?? 0

function checksAskedFor(deps: Store): string[] {
  const { readyChecks, ownChecks } = companyOf(deps)
  return [...readyChecks, ...checkLines(ownChecks)]
}

export function openChecks(
  deps: Store,
  application: Of & Pick<Application, 'accountType'>,
): string[] {
  if (application.accountType !== 'credit' || !companyOf(deps).creditNeedsChecks) return []
  if (application.status === 'draft') return []
  const recorded = provenFacts(deps, application.id).checks
  const stateOf = (name: string) => recorded.find((check) => check.name === name)?.state ?? 'open'
  return checksAskedFor(deps).filter((name) => stateOf(name) === 'open')
}

/** Refuses 'conflict' while a check is open that credit depends on. */
export function refuseOpenChecks(deps: Store, application: Parameters<typeof openChecks>[1]) {
  const open = openChecks(deps, application)
  if (open.length > 0) throw new Refusal('conflict', checkTexts.open(open))
}
