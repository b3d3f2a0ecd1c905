import { Refusal } from '#src/domain/refusal.ts'
import type { TrailPlace } from '#src/domain/review/timeline.ts'
import type { Ctx } from '#src/http/context.ts'

/** Where the lists of an application's history, notes and emails begin, as a request asks. Refuses 'invalid'. */
export const trailPlace = (c: Ctx): TrailPlace => ({
  history: placeIn(c, 'history'),
  notes: placeIn(c, 'notes'),
  emails: placeIn(c, 'emails'),
})

/** The same place as a query, for the call that reads the record again. */
export function trailQuery(c: Ctx): string {
  const asked = Object.entries(trailPlace(c)).flatMap(([list, before]) =>
    before === null ? [] : [`${list}=${before}`],
  )
  return asked.length > 0 ? `?${asked.join('&')}` : ''
}

function placeIn(c: Ctx, list: keyof TrailPlace): number | null {
  const given = c.req.query(list)
  if (!given) return null
  if (!/^\d{1,15}$/.test(given))
    throw new Refusal('invalid', `${list} must be what a page names under earlier`)
  return Number(given)
}
