import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'

// A program: brings a file up to some migrations, and kills itself before it runs the `at`-th statement after opening.

const [path = '', migrations = '', at] = process.argv.slice(2)
const db = openDatabase(path)
const { sqlite } = db
let count = 0
const exec = sqlite.exec.bind(sqlite)
sqlite.exec = (sql: string) => {
  if (count === Number(at)) process.kill(process.pid, 'SIGKILL')
  count += 1
  return exec(sql)
}
migrateDatabase(db, migrations)
closeDatabase(db)
