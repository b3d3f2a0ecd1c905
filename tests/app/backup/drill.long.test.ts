import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Deps } from '#src/deps.ts'
import { rotateKeys } from '#src/domain/audit/key-rotation.ts'
import { runDrill } from '#src/domain/backup/drill.ts'
import { drillTrouble, offSite } from '#src/domain/backup/state.ts'
import { minutes } from '#src/domain/calendar.ts'
import { checkContent } from '#src/domain/maintenance/history-check.ts'
import { keyRing } from '#src/security/keys.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { going, hasRestic, offSiteApp } from '../../support/backup/off-site.ts'

/** An app with a sealed document in one backup. */
async function sentApp(deps: Partial<Deps> = {}) {
  const site = await offSiteApp({}, deps)
  await submit(site.app.browser())
  await issueAll(site.app)
  await site.send()
  return site
}

const drill = ({ deps }: TestApp) =>
  runDrill(deps, (copy) => checkContent(copy, 'db/migrations'), going())
const sql = ({ deps }: TestApp, text: string) => deps.db.sqlite.exec(text)

/** Changes what triggers protect, as somebody who has the file does. */
function tamper(app: TestApp, table: string, text: string) {
  const triggers = app.deps.db.sqlite
    .prepare<[string], string>(
      "select name from sqlite_schema where type = 'trigger' and tbl_name = ?",
    )
    .pluck()
    .all(table)
  for (const name of triggers) sql(app, `drop trigger ${name}`)
  sql(app, text)
}

describe.skipIf(!hasRestic)('a drill', () => {
  test('opens the newest and the oldest backup in a drill, checks their contents, and leaves nothing behind', async () => {
    const { app, send } = await sentApp()
    await submit(app.browser(), { mainEmail: 'another@example.com' })
    await issueAll(app)
    await send()
    const { backups } = await drill(app)
    expect(backups).toMatchObject([
      { madeAt: app.clock.now - minutes(10), documents: 2 },
      { madeAt: app.clock.now - minutes(20), documents: 1 },
    ])
    expect(backups[0]?.events).toBeGreaterThan(backups[1]?.events ?? 0)
    const folder = join(app.deps.env.DATA_DIR, 'backups', 'off-site')
    expect(readdirSync(folder).toSorted()).toEqual(['cache', 'lock'])
    expect(app.dump().events?.at(-1)).toMatchObject({ action: 'recovery drill held' })
    expect(drillTrouble(app.deps)).toBeNull()
  })

  test('fails a drill when the repository has lost data or has no backup', async () => {
    const { app, settings } = await sentApp()
    for (const file of readdirSync(join(settings.BACKUP_REPOSITORY, 'index')))
      rmSync(join(settings.BACKUP_REPOSITORY, 'index', file))
    await expect(drill(app)).rejects.toThrow('repository contains errors')
    rmSync(join(settings.BACKUP_REPOSITORY, 'snapshots'), { recursive: true })
    await expect(drill(app)).rejects.toThrow('There is no backup of this installation')
  })

  test('fails a drill when a document, a record or the history in the backup is not what was stored', async () => {
    const { app, send } = await sentApp()
    const reasonAfter = async (table: string, text: string) => {
      tamper(app, table, text)
      await send()
      await drill(app).catch(() => {})
      return offSite(app.deps)?.drill.failed?.reason
    }
    expect(await reasonAfter('documents', "update documents set pdf = x'00'")).toContain(
      'its file is not the one that was sealed',
    )
    expect(
      await reasonAfter('events', "update events set actor = 'somebody else' where seq = 2"),
    ).toMatch(/^Backup [0-9a-f]{8} of 2026-.*: event 2 .*more faults$/)
  })

  test('passes a drill whatever was changed here since, because it tests the backups', async () => {
    const { app } = await sentApp()
    tamper(app, 'documents', "update documents set pdf = x'00'")
    expect((await drill(app)).backups).toMatchObject([{ documents: 1 }])
  })

  test('checks the pages of a backup from before a change of the key, by the earlier key', async () => {
    const [earlier, later] = [randomBytes(32), randomBytes(32)]
    const { app, send } = await sentApp({ keys: keyRing([earlier]) })
    app.deps.keys = keyRing([later, earlier])
    rotateKeys(app.deps)
    app.deps.keys = keyRing([later])
    await send()
    expect((await drill(app)).backups).toMatchObject([
      { events: expect.any(Number), documents: 1 },
      { events: null, documents: null },
    ])
  })
})
