import { Refusal } from '#src/domain/refusal.ts'
import type { TimelineCursor } from '#src/domain/review/read-record.ts'
import type { Ctx } from '#src/http/context.ts'

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

/** The number in a page's address from which a list goes on; `null` without one, or when it is mangled. */
export function numberAsked(c: Ctx, name: string): number | null {
  const given = c.req.query(name) ?? ''
  return /^\d{1,15}$/.test(given) ? Number(given) : null
}
