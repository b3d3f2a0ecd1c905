import type { Admin, ApiKey } from '#src/domain/actor.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { type ListQuery, listLimits } from '#src/domain/review/list.ts'
import {
  type DashboardQuery,
  isOldestFirst,
  type ListFilter,
  listFilters,
} from '#src/forms/admin/dashboard-query.ts'
import type { Ctx } from '#src/http/context.ts'

/** What a call asks of the list. Refuses 'invalid' what no list has. */
export function listQueryOf(c: Ctx, reader: Admin | ApiKey): ListQuery {
  const filter = c.req.query('status') || null
  if (filter !== null && !isFilter(filter))
    throw new Refusal('invalid', `status must be one of ${listFilters.join(', ')}`)
  const limit = c.req.query('limit') || String(listLimits.page)
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > listLimits.most)
    throw new Refusal('invalid', `limit must be 1 to ${listLimits.most}`)
  const owner = c.req.query('owner') || null
  if (owner !== null && owner !== 'nobody' && (owner !== 'mine' || reader.kind !== 'admin'))
    throw new Refusal('invalid', 'owner must be mine, for somebody who is signed in, or nobody')
  const order = c.req.query('order') || null
  if (order !== null && order !== 'oldest') throw new Refusal('invalid', 'order must be oldest')
  return {
    search: c.req.query('search') ?? '',
    filter,
    owner: ownerAsked(owner, reader),
    order,
    limit: Number(limit),
    cursor: c.req.query('cursor') || null,
  }
}

/** What an address of the dashboard asks of the list; what it does not have counts as not asked. */
export const listOf = (query: DashboardQuery, reader: Admin) => ({
  search: query.search,
  filter: query.status || null,
  owner: ownerAsked(query.owner, reader),
  order: isOldestFirst(query) ? ('oldest' as const) : null,
})

const ownerAsked = (owner: string | null, reader: Admin | ApiKey): ListQuery['owner'] =>
  owner === 'mine' && reader.kind === 'admin' ? reader.id : owner === 'nobody' ? owner : null

const isFilter = (text: string): text is ListFilter => listFilters.some((filter) => filter === text)
