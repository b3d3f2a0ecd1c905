import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkDatabase } from '#db/copies.ts'
import { transact } from '#db/transaction.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { openData } from '#src/domain/maintenance/data-folder.ts'
import { addMigration } from '../../support/app/migrations.ts'
import { envOf } from '../../support/env.ts'
import { newFolder } from '../../support/folder.ts'
import { bundled } from '../support/bundle.ts'
import { isLong } from '../support/rounds.ts'

/** The number of statements from one kill to the next; the long run tries every statement. */
const apart = isLong ? 1 : 40
const root = newFolder()
const program = bundled('tests/fault/support/open-and-die.ts')

async function endOf(child: ChildProcess): Promise<string | null> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code) throw new Error(`The migration ended with ${code}`)
  return signal
}

describe('the start after an upgrade, killed at any write', () => {
  const APP_KEY = randomBytes(32).toString('base64')
  const shipped = 'db/migrations'
  const upgraded = join(root, 'upgraded')
  const [stopped, killed] = [join(root, 'stopped'), join(root, 'killed')]
  const open = (DATA_DIR: string, migrations: string) =>
    openData(envOf({ DATA_DIR, APP_KEY }), migrations, Date.now, { holdsLock: true })
  const happen = (opened: ReturnType<typeof open>) =>
    transact(opened, (deps) =>
      recordEvent(deps, { kind: 'system' }, { action: 'setup list put away' }),
    )

  beforeAll(() => {
    addMigration(upgraded, {
      tag: '9999_later',
      statements: [
        'CREATE TABLE `samples` (`id` integer PRIMARY KEY NOT NULL, `text` text NOT NULL) STRICT;',
        "INSERT INTO `samples` WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i, 'Sample ' || i FROM n;",
        'CREATE INDEX `samples_by_text` ON `samples` (`text`);',
      ],
    })
    mkdirSync(stopped)
    const first = open(stopped, shipped)
    happen(first)
    first.close()
    const second = open(stopped, shipped)
    happen(second)
    cpSync(stopped, killed, { recursive: true })
    second.close()
  })

  test.each([
    ['in good order', () => stopped, 1],
    ['by a kill', () => killed, 1],
    ['never', () => null, apart],
  ])(
    'continues an upgrade that was killed at any write; the process before had stopped %s',
    async (_, from, step) => {
      let kills = 0
      for (let at = 0; ; at += step) {
        const folder = newFolder()
        const source = from()
        if (source) cpSync(source, folder, { recursive: true })
        const child = spawn(process.execPath, [program, folder, upgraded, String(at)], {
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { PATH: process.env.PATH, DATA_DIR: folder, APP_KEY },
        })
        const signal = await endOf(child)
        if (signal === 'SIGKILL') kills += 1
        const { db, lost, close } = open(folder, upgraded)
        expect(lost).toBeNull()
        expect(db.sqlite.prepare('select count(*) from samples').pluck().get()).toBe(20_000)
        expect(db.sqlite.prepare('select count(*) from events').pluck().get()).toBe(source ? 2 : 0)
        close()
        const copies = join(folder, 'backups')
        for (const copy of existsSync(copies) ? readdirSync(copies) : [])
          if (copy.endsWith('.db')) await checkDatabase(join(copies, copy))
        rmSync(folder, { recursive: true, force: true })
        if (signal === null) break
      }
      expect(kills).toBeGreaterThan(2)
    },
    600_000,
  )
})
