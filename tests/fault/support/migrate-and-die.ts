import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'

/** Brings a file up to some migrations, and kills its own process before it runs the `at`-th statement after opening. */
export function migrateAndDie(path: string, migrations: string, at: number) {
  const db = openDatabase(path)
  const { sqlite } = db
  let count = 0
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = ((sql: string) => {
    if (count === at) process.kill(process.pid, 'SIGKILL')
    count += 1
    return prepare(sql)
  }) as typeof sqlite.prepare
  migrateDatabase(db, migrations)
  closeDatabase(db)
}
