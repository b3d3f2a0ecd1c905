import {
  type ListFilter,
  type ListQuery,
  listFilters,
  listLimits,
} from '#src/domain/dashboard/list.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { Ctx } from '#src/http/context.ts'

/** What a request asks of the list: search, status, limit and cursor. Refuses 'invalid'. */
export function listQueryOf(c: Ctx): ListQuery {
  const filter = c.req.query('status') || null
  if (filter !== null && !isFilter(filter))
    throw new Refusal('invalid', `status must be one of ${listFilters.join(', ')}`)
  const limit = c.req.query('limit') || String(listLimits.page)
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > listLimits.most)
    throw new Refusal('invalid', `limit must be 1 to ${listLimits.most}`)
  return {
    search: c.req.query('search') ?? '',
    filter,
    limit: Number(limit),
    cursor: c.req.query('cursor') || null,
  }
}

const isFilter = (text: string): text is ListFilter => listFilters.some((filter) => filter === text)
