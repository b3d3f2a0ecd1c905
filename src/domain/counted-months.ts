import { eq } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { installation } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { startOfDay } from './calendar.ts'

const row = 'months-timezone'
const years = { first: 2000, last: 2099 }
const prepared = new WeakMap<Db, string>()

/**
 * Lets the counters know where months begin in APP_TIMEZONE: triggers know no zones, so the starts stand in a table.
 * A database that was counted in another zone, or never, is counted again, once.
 */
export function prepareMonths({ db, env }: Pick<Deps, 'db' | 'env'>) {
  const timezone = env.APP_TIMEZONE
  if (prepared.get(db) === timezone) return
  const known = db.orm.select().from(installation).where(eq(installation.name, row)).get()
  if (known?.value !== timezone) countAgain(db, timezone)
  prepared.set(db, timezone)
}

function countAgain(db: Db, timezone: string) {
  const { sqlite, orm } = db
  transact({ db }, () => {
    sqlite.prepare('delete from month_starts').run()
    const insert = sqlite.prepare('insert into month_starts (starts_at, month) values (?, ?)')
    for (const month of allMonths()) insert.run(startOfDay(timezone, `${month}-01`), month)
    sqlite.prepare('delete from month_counts').run()
    sqlite.prepare(`insert into month_counts ${scanOfMonths}`).run()
    orm
      .insert(installation)
      .values({ name: row, value: timezone })
      .onConflictDoUpdate({ target: installation.name, set: { value: timezone } })
      .run()
  })
}

/** What the counters hold, counted row by row. */
export const scanOfMonths = `
  select ifnull((select month from month_starts where starts_at <= created_at
                 order by starts_at desc limit 1), '') as month, status, count(*) as count
  from applications group by 1, 2`

const allMonths = () =>
  Array.from({ length: (years.last - years.first + 1) * 12 }, (_, at) => {
    const year = years.first + Math.floor(at / 12)
    return `${year}-${String((at % 12) + 1).padStart(2, '0')}`
  })
