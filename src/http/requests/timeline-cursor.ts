import { Refusal } from '#src/domain/refusal.ts'
import type { TimelineCursor } from '#src/domain/review/timeline.ts'
import type { Ctx } from '#src/http/context.ts'

/** Where the lists of an application's history, notes and emails begin, as a request asks. Refuses 'invalid'. */
export const timelineCursor = (c: Ctx): TimelineCursor => ({
  history: cursorIn(c, 'history'),
  notes: cursorIn(c, 'notes'),
  emails: cursorIn(c, 'emails'),
})

/** The same place as a query, for the call that reads the record again. */
export function timelineQuery(c: Ctx): string {
  const asked = Object.entries(timelineCursor(c)).flatMap(([list, before]) =>
    before === null ? [] : [`${list}=${before}`],
  )
  return asked.length > 0 ? `?${asked.join('&')}` : ''
}

function cursorIn(c: Ctx, list: keyof TimelineCursor): number | null {
  const before = c.req.query(list)
  if (!before) return null
  if (!/^\d{1,15}$/.test(before))
    throw new Refusal('invalid', `${list} must be what a page names under earlier`)
  return Number(before)
}
