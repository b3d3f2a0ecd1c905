import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'

/** Before the tests: the migrated file that each test's database is a copy of, made once for all workers. */
export default function migratedDatabase(project: TestProject) {
  const path = join(mkdtempSync(join(tmpdir(), 'countersign-migrated-')), 'migrated.db')
  const db = openDatabase(path)
  migrateDatabase(db, 'db/migrations')
  closeDatabase(db)
  project.provide('migratedDatabase', path)
}

declare module 'vitest' {
  interface ProvidedContext {
    migratedDatabase: string
  }
}
