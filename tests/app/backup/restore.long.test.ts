import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openForReading } from '#db/open.ts'
import { apiKeys } from '#db/schema/integrations.ts'
import { restore } from '#src/commands/restore.ts'
import { backUpOffSite } from '#src/domain/backup/off-site.ts'
import { hours } from '#src/domain/calendar.ts'
import { keyRing } from '#src/security/keys.ts'
import { adminBrowser, makeAdmin } from '../../support/app/admins.ts'
import { insertRow } from '../../support/app/listed-rows.ts'
import { testApp } from '../../support/app/test-app.ts'
import { going, hasRestic, repositorySettings } from '../../support/backup/off-site.ts'
import { newFolder } from '../../support/folder.ts'

const repository = join(newFolder(), 'repository')
const master = randomBytes(32)

type Stored = { rows: Record<string, unknown[]>; now: number }
let stored: Stored | null = null

/** Two backups six hours apart, the second with one more note; made once, because each takes restic a while. */
async function makeBackups(settings: ReturnType<typeof repositorySettings>): Promise<Stored> {
  const app = testApp({ env: settings, deps: { keys: keyRing([master]) } })
  insertRow(app, 'Sample Ltd', null, null)
  await adminBrowser(app)
  app.deps.db.orm
    .insert(apiKeys)
    .values({
      ...{ name: 'stock system', keyHash: 'hash', beginning: 'cs_abcd', createdBy: 'reviewer' },
      createdAt: app.clock.now,
    })
    .run()
  for (const text of ['first', 'second']) {
    app.deps.db.sqlite
      .prepare("insert into notes (application, admin, text, at) values ('A', 'boss', ?, 0)")
      .run(text)
    await backUpOffSite(app.deps, going())
    app.clock.now += hours(6)
  }
  cpSync(settings.BACKUP_REPOSITORY, repository, { recursive: true })
  return { rows: app.dump(), now: app.clock.now }
}

/** A repository with the two backups, and how to restore on an empty machine. */
async function twoBackups() {
  const settings = repositorySettings()
  stored ??= await makeBackups(settings)
  rmSync(settings.BACKUP_REPOSITORY, { recursive: true })
  cpSync(repository, settings.BACKUP_REPOSITORY, { recursive: true })
  const clock = { now: stored.now }
  const empty = newFolder()
  const said: string[] = []
  const run = (given: Record<string, string>, ...args: string[]) => {
    said.length = 0
    const source = { ...settings, DATA_DIR: empty, APP_KEY: master.toString('base64'), ...given }
    return restore.runAlone(
      { source, built: resolve('db'), now: () => clock.now },
      { say: (line) => void said.push(line), askSecret: async () => '' },
      args,
    )
  }
  const rows = (sql: string) => {
    const { sqlite } = openForReading(join(empty, 'countersign.db'))
    const found = sqlite.prepare(sql).pluck().all()
    sqlite.close()
    return found
  }
  const notes = () => rows('select text from notes')
  return { stored: stored.rows, clock, settings, empty, said, run, rows, notes }
}

describe.skipIf(!hasRestic)('restore', () => {
  test('restores everything to an empty machine, ends sessions and lists the API keys', async () => {
    const { stored, empty, said, run, rows, notes } = await twoBackups()
    expect(stored.admin_sessions).toHaveLength(1)
    await run({})
    expect(notes()).toEqual(['first', 'second'])
    const kept = Object.keys(stored).filter((name) => !/^(events|installation|admin_s)/.test(name))
    expect(kept.length).toBeGreaterThan(20)
    for (const name of kept)
      expect(rows(`select count(*) from "${name}"`), name).toEqual([stored[name]?.length])
    expect(rows('select count(*) from admin_sessions')).toEqual([0])
    expect(rows('select action from events order by seq').at(-1)).toBe('database restored')
    const words = said.join('\n')
    expect(words).toContain('It contains 1 application, and ')
    expect(words).toMatch(
      /These API keys work again.*\n {2}cs_\w+\.\.\. {2}stock system, created on/,
    )
    expect(readdirSync(join(empty, 'backups', 'off-site')).toSorted()).toEqual(['cache', 'lock'])
  })

  test('restores the newest backup up to --at, lists all with --list, and refuses a wrong time', async () => {
    const { said, run, notes } = await twoBackups()
    await run({ APP_KEY: '' }, '--list')
    expect(said).toEqual([
      expect.stringMatching(/^2026-11-20T10:00:00Z .* event \d+ {2}installation [0-9a-f]{16}$/),
      expect.stringMatching(/^2026-11-20T16:00:00Z /),
      expect.stringContaining('2 backups are in'),
    ])
    await run({}, '--at', '2026-11-20T15:59:59Z')
    expect(notes()).toEqual(['first'])
    await run({}, '--at', '2026-11-21T03:00:00+11:00')
    expect(notes()).toEqual(['first', 'second'])
    await expect(run({}, '--at', '2026-11-20T09:00:00Z')).rejects.toThrow('the oldest was made on')
    await expect(run({}, '--at', '2026-11-20T10:00')).rejects.toThrow('is not a time such as')
  })

  test('restores no backup that a wrong clock dated in the future', async () => {
    const { clock, run, notes } = await twoBackups()
    clock.now -= hours(8)
    await run({})
    expect(notes()).toEqual(['first'])
  })

  test('replaces nothing with a wrong key, and asks for the key first', async () => {
    const { empty, run } = await twoBackups()
    await expect(run({ APP_KEY: '' })).rejects.toThrow('Set APP_KEY')
    expect(readdirSync(empty)).toEqual([])
    const other = { APP_KEY: randomBytes(32).toString('base64') }
    await expect(run(other)).rejects.toThrow(/APP_KEY is not the key.*\nNothing was replaced/s)
    expect(existsSync(join(empty, 'countersign.db'))).toBe(false)
    expect(readdirSync(join(empty, 'backups', 'off-site')).toSorted()).toEqual(['cache', 'lock'])
  })

  test('restores this installation’s backup from a shared repository, or asks which', async () => {
    const { settings, empty, said, run, notes } = await twoBackups()
    const other = testApp({ env: settings })
    await makeAdmin(other)
    other.clock.now += hours(7)
    await backUpOffSite(other.deps, going())
    await expect(run({})).rejects.toThrow('holds backups of 2 installations')
    await run({}, '--list')
    const [, ours = ''] = /installation (\w+)$/.exec(said[0] ?? '') ?? []
    expect(said.splice(0).at(-1)).toContain('3 backups are in')
    await run({}, '--list', '--installation', ours)
    expect(said.at(-1)).toContain('2 backups are in')
    await run({}, '--installation', ours)
    expect(notes()).toEqual(['first', 'second'])
    rmSync(join(empty, 'volume.state'))
    await run({}, '--at', '2026-11-20T12:00:00Z')
    expect(notes()).toEqual(['first'])
  })
})
