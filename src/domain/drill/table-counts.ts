import type { Db } from '#db/open.ts'

/** How many rows a table has in the copy, and has now. */
export type TableCount = { table: string; copy: number; now: number }

/** Counts the rows of each table. The search index keeps none of its own. */
export function tableCounts(copy: Db, live: Db): TableCount[] {
  const names = copy.sqlite
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'
        and name not like 'applications\\_search%' escape '\\' and name not like '\\_\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all()
  return names.map((table) => ({ table, copy: rowsIn(copy, table), now: rowsIn(live, table) }))
}

const rowsIn = ({ sqlite }: Db, table: string) =>
  Number(sqlite.prepare(`select count(*) from "${table}"`).pluck().get())
