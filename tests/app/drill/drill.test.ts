import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { describe, expect, test } from 'vitest'
import { tryLock } from '#db/lock.ts'
import { removeDrillLeftovers, runDrill } from '#src/domain/drill/run-drill.ts'
import { startDraft } from '../../support/app/applicants.ts'
import { rewriteHistory } from '../../support/app/rewritten-history.ts'
import { testApp } from '../../support/app/test-app.ts'
import { type DrillSite, drillFiles, drillSite } from '../../support/backup/drill-site.ts'

const never = new AbortController().signal

const drill = ({ app, place, readIdentity }: DrillSite, askIdentity = readIdentity) =>
  runDrill(app.deps, drillFiles, place, askIdentity, never)

const leftIn = ({ app }: DrillSite) => join(app.deps.env.DATA_DIR, 'backups', 'drill')

test('the newest copy is fetched, opened, verified and compared, and nothing of it stays', async () => {
  const site = await drillSite()
  await site.send()
  const name = await site.send()
  await startDraft(site.app.browser())
  const before = site.app.dump()
  const report = await drill(site)
  expect(report).toMatchObject({ copy: name, documents: 1 })
  expect(report.events).toBeGreaterThan(1)
  expect(report.bytes).toBeGreaterThan(500_000)
  expect(report.tables).toContainEqual({ table: 'applications', copy: 1, now: 2 })
  expect(existsSync(leftIn(site))).toBe(false)
  expect(site.app.dump()).toEqual(before)
  expect(site.copies()).toHaveLength(2)
})

describe('a drill fails', () => {
  test('without a copy, or with one from the future alone', async () => {
    const site = await drillSite()
    await expect(drill(site)).rejects.toThrow('There is no copy at the second place')
    await site.send()
    site.app.clock.now -= 3_600_000
    await expect(drill(site)).rejects.toThrow('There is no copy at the second place')
  })

  test('with a private key that is another one, or none', async () => {
    const site = await drillSite()
    await site.send()
    const other = await generateX25519Identity()
    await expect(drill(site, () => other)).rejects.toThrow(/does not open countersign-/)
    await expect(drill(site, () => 'a password')).rejects.toThrow('not a private key')
    expect(existsSync(leftIn(site))).toBe(false)
  })

  test('with a copy that was cut or changed at the second place', async () => {
    const site = await drillSite()
    const path = join(site.disk, await site.send())
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0, 5000, 5010))
    await expect(drill(site)).rejects.toThrow('could not be fetched and opened')
    truncateSync(path, 3000)
    await expect(drill(site)).rejects.toThrow('could not be fetched and opened')
    expect(existsSync(leftIn(site))).toBe(false)
  })

  test('with a copy of another installation', async () => {
    const other = await drillSite()
    const site = await drillSite()
    await other.send()
    await expect(
      runDrill(site.app.deps, drillFiles, other.place, other.readIdentity, never),
    ).rejects.toThrow('APP_KEY does not open the copy')
  })

  test('when the history here was rewritten with the key, or cut, after the copy', async () => {
    const site = await drillSite()
    await site.send()
    rewriteHistory(site.app, { edit: 1 })
    await expect(drill(site)).rejects.toThrow(
      'Event 1 of the copy is not event 1 of the history here',
    )
    const cut = await drillSite()
    await cut.send()
    rewriteHistory(cut.app, { cutTo: 1 })
    await expect(drill(cut)).rejects.toThrow('Event 2 of the copy is missing in the history here')
  })

  test('when the copy was rewritten, and says at which event', async () => {
    const site = await drillSite()
    site.app.deps.db.sqlite.exec(
      "drop trigger events_no_update; update events set actor = 'nobody' where seq = 2",
    )
    await site.send()
    await expect(drill(site)).rejects.toThrow('In the copy event 2 is not as it was written')
  })

  test('when a sealed document of the copy was changed', async () => {
    const site = await drillSite()
    site.app.deps.db.sqlite.exec(
      "drop trigger documents_no_update; update documents set pdf = x'255044462d' where id = 1",
    )
    await site.send()
    await expect(drill(site)).rejects.toThrow('document 1 is not the file that was sealed')
  })

  test('when an application from before the copy is not in it', async () => {
    const site = await drillSite()
    const { sqlite } = site.app.deps.db
    await startDraft(site.app.browser())
    const kept = sqlite.prepare('select * from applications where seq = 2').get() as object
    sqlite.exec('delete from applications where seq = 2')
    await site.send()
    const names = Object.keys(kept)
    sqlite
      .prepare(
        `insert into applications (${names.join()}) values (${names.map((name) => `@${name}`)})`,
      )
      .run(kept)
    await expect(drill(site)).rejects.toThrow(
      'Row 2 of applications is not in the copy as it is here',
    )
  })
})

test('one drill runs at a time, and the next start removes what a killed one left', async () => {
  const site = await drillSite()
  await site.send()
  const { env } = site.app.deps
  const release = tryLock(join(env.DATA_DIR, 'backups', 'drill.lock'), 0)
  await expect(drill(site)).rejects.toThrow('Another process is running a drill')
  release?.()
  await drill(site)
  expect(readdirSync(join(env.DATA_DIR, 'backups'))).not.toContain('drill')
  expect(() => removeDrillLeftovers(testApp().deps.env)).not.toThrow()
})
