import { sql } from 'drizzle-orm'
import { monthlyTally } from '#db/schema/installation.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { dateIn } from '#src/domain/calendar.ts'

type Counter = 'started' | 'submitted'

export function tally(
  { db, env }: Writing<Store>,
  counter: Counter,
  { createdAt }: { createdAt: number },
) {
  const month = dateIn(env.APP_TIMEZONE, createdAt).slice(0, 7)
  db.orm
    .insert(monthlyTally)
    .values({ month, [counter]: 1 })
    .onConflictDoUpdate({
      target: monthlyTally.month,
      set: { [counter]: sql`${monthlyTally[counter]} + 1` },
    })
    .run()
}

export type MonthTally = typeof monthlyTally.$inferSelect

export const readTally = ({ db }: Store): MonthTally[] => db.orm.select().from(monthlyTally).all()
