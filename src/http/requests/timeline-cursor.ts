import { Refusal } from '#src/domain/refusal.ts'
import type { TimelineCursor } from '#src/domain/review/timeline.ts'
import type { Ctx } from '#src/http/context.ts'
import { numberAsked } from './list-request.ts'

const lists = ['history', 'notes', 'emails'] as const

/** Where the lists of an application's history, notes and emails begin, as a call asks. Refuses 'invalid'. */
export function timelineCursor(c: Ctx): TimelineCursor {
  const cursor = timelineShown(c)
  const mangled = lists.find((list) => c.req.query(list) && cursor[list] === null)
  if (mangled) throw new Refusal('invalid', `${mangled} must be what a page names under earlier`)
  return cursor
}

/** The same for a page, which shows the newest when its address is mangled (rule 425). */
export const timelineShown = (c: Ctx): TimelineCursor => ({
  history: numberAsked(c, 'history'),
  notes: numberAsked(c, 'notes'),
  emails: numberAsked(c, 'emails'),
})

/** The same place as a query, for the call that reads the record again. */
export function timelineQuery(c: Ctx): string {
  const asked = Object.entries(timelineShown(c)).flatMap(([list, before]) =>
    before === null ? [] : [`${list}=${before}`],
  )
  return asked.length > 0 ? `?${asked.join('&')}` : ''
}
