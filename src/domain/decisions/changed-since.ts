import type { Deps } from '#src/deps.ts'
import { shownActor } from '#src/domain/actor.ts'
import { type Application, refuseStale } from '#src/domain/applications/application.ts'
import { actionHas, actionsWith, actionWords } from '#src/domain/audit/actions.ts'
import { eventsBefore, newestEvent, type ReadEvent } from '#src/domain/audit/events.ts'
import { clockIn, dateIn, longInstant } from '#src/domain/calendar.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { closingTexts, type Decision } from '#src/forms/admin/decisions.ts'

/**
 * Refuses 'stale' with words that say who changed what, and when. `trying` is the decision that the caller is about to
 * make, because it might overturn a colleague's decision.
 */
export function refuseChanged(
  deps: Deps,
  application: Application,
  expected: number | null,
  trying?: Decision,
) {
  const news = expected === null ? [] : actionsSince(deps, application, expected)
  if (news.length === 0) return refuseStale(application, expected)
  const isDecided = news.some(({ action }) => actionHas(action, 'isDecision'))
  const advice =
    trying && isDecided
      ? `${trying === 'approved' ? 'Approving' : 'Rejecting'} now would overturn that, so nothing was sent. Begin again if that is what you want.`
      : refusals.checkAgain
  refuseStale(application, expected, `${news.map(({ words }) => words).join(' ')} ${advice}`)
}

export function refuseClosed({ closedOn }: Application) {
  if (closedOn !== null) throw new Refusal('conflict', closingTexts.closed)
}

/**
 * Returns words such as "amy.clerk approved the application, customer code ORK211 (07:54).", or '' when nobody has
 * decided the application here.
 */
export function lastDecision(deps: Deps, { id }: Application): string {
  const decision = newestEvent(deps, id, actionsWith('isDecision'))
  return decision ? wordsOf(deps, decision) : ''
}

/**
 * Returns the actions since the expected version, oldest first. Each of them raised the version of the submitted
 * application by one.
 */
function actionsSince(deps: Deps, { id, status, version }: Application, expected: number) {
  if (status === 'draft' || expected >= version) return []
  return eventsBefore(deps, id, Number.MAX_SAFE_INTEGER, mostRead)
    .filter(({ action }) => actionHas(action, 'raisesVersion'))
    .slice(0, Math.min(version - expected, mostNamed))
    .reverse()
    .map((event) => ({ action: event.action, words: wordsOf(deps, event) }))
}

function wordsOf(deps: Deps, { at, action, subject, changes, ...by }: ReadEvent): string {
  const sentence = actionWords({ by: shownActor(by), action, subject, changes: changes ?? [] })
  return `${sentence} (${timeOf(deps, at)}).`
}

const mostNamed = 3
const mostRead = 50

const timeOf = ({ env: { APP_TIMEZONE: zone }, now }: Deps, at: number) =>
  dateIn(zone, at) === dateIn(zone, now()) ? clockIn(zone, at) : longInstant(zone, at)
