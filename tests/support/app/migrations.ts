import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One migration: its name, and its statements as the generator writes them. */
export type SampleMigration = { tag: string; statements: string[] }

/** Writes a folder of migrations in the generator's own layout, one minute apart; writing it again replaces it. */
export function writeMigrations(folder: string, migrations: SampleMigration[]) {
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = migrations.map(({ tag }, idx) => ({
    ...{ idx, version: '6', tag, breakpoints: true },
    when: 1_795_000_000_000 + idx * 60_000,
  }))
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'sqlite', entries }),
  )
  for (const { tag, statements } of migrations)
    writeFileSync(join(folder, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'))
}

/** Copies the shipped migrations and adds one that is still to come. */
export function addMigration(folder: string, { tag, statements }: SampleMigration) {
  cpSync('db/migrations', folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const { idx, when, ...rest } = journal.entries.at(-1)
  journal.entries.push({ ...rest, idx: idx + 1, when: when + 60_000, tag })
  writeFileSync(path, JSON.stringify(journal))
  writeFileSync(join(folder, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'))
}

/** A parent with children that go when it goes. */
export const companies: SampleMigration = {
  tag: '0000_companies',
  statements: [
    'CREATE TABLE `companies` (`id` integer PRIMARY KEY NOT NULL, `name` text) STRICT;',
    `CREATE TABLE \`people\` (\`id\` integer PRIMARY KEY NOT NULL, \`company\` integer NOT NULL,
      FOREIGN KEY (\`company\`) REFERENCES \`companies\`(\`id\`) ON UPDATE no action ON DELETE cascade) STRICT;`,
  ],
}

/** A column made required: the generator rebuilds the parent, and switches foreign keys off where it has no effect. */
export const rebuiltCompanies: SampleMigration = {
  tag: '0001_names_required',
  statements: [
    'PRAGMA foreign_keys=OFF;',
    'CREATE TABLE `__new_companies` (`id` integer PRIMARY KEY NOT NULL, `name` text NOT NULL) STRICT;',
    'INSERT INTO `__new_companies`("id", "name") SELECT "id", "name" FROM `companies`;',
    'DROP TABLE `companies`;',
    'ALTER TABLE `__new_companies` RENAME TO `companies`;',
    'PRAGMA foreign_keys=ON;',
  ],
}

export const notes: SampleMigration = {
  tag: '0002_notes',
  statements: ['CREATE TABLE `notes` (`id` integer PRIMARY KEY NOT NULL) STRICT;'],
}
