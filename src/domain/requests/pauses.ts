import { inArray } from 'drizzle-orm'
import { informationRequests } from '#db/schema/review.ts'
import type { Store } from '#src/deps.ts'

/** From when until when an application waited for its customer; `until` is `null` while it does. ISO in UTC. */
export type Pause = { from: string; until: string | null }

/** The pauses of some applications, by their numbers, oldest first. */
export function pausesOf({ db }: Store, applications: number[]): Map<number, Pause[]> {
  if (applications.length === 0) return new Map()
  const { application, askedAt, answeredAt, closedAt, id } = informationRequests
  const rows = db.orm
    .select({ application, askedAt, answeredAt, closedAt })
    .from(informationRequests)
    .where(inArray(application, applications))
    .orderBy(id)
    .all()
  const found = new Map<number, Pause[]>()
  for (const row of rows) {
    const until = row.answeredAt ?? row.closedAt
    const pause = { from: instant(row.askedAt), until: until === null ? null : instant(until) }
    found.set(row.application, [...(found.get(row.application) ?? []), pause])
  }
  return found
}

const instant = (at: number) => new Date(at).toISOString()
