import { describe, expect, test, vi } from 'vitest'
import { keepDrill } from '#src/domain/drill/kept-drills.ts'
import { startDrills } from '#src/domain/drill/schedule.ts'
import { keepSecondPlace } from '#src/domain/maintenance/second-place.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'
import { drillFiles, drillSite } from '../../support/backup/drill-site.ts'

const path = '/admin/backups'

const textOf = (html: string) =>
  html
    .replace(/<!-- -->|<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')

const shown = async (browser: Browser) => textOf((await browser.get(path)).text)

const post = (browser: Browser, fields: Record<string, string>) =>
  browser.send(path, { method: 'POST', body: new URLSearchParams(fields) })

describe('the page Backups', () => {
  test('says that no second place is set', async () => {
    const browser = await adminBrowser(testApp())
    const text = await shown(browser)
    expect(text).toContain('No second place is set.')
    expect(text).not.toContain('Recovery drill')
  })

  test('shows the second place, what it failed with, and the last drill', async () => {
    const site = await drillSite()
    const { deps } = site.app
    await site.sendAndNote()
    const browser = await adminBrowser(site.app)
    expect(await shown(browser)).toContain('Last one that held None yet')
    await site.drillByHand()
    await keepDrill(deps, { failed: 'There is no copy' })
    const sent = { copy: 'x', at: deps.now(), certificates: [] }
    const failed = { at: deps.now(), reason: 'AccessDenied' }
    keepSecondPlace(deps.env, { target: site.disk, since: 0, sent, failed })
    const text = await shown(browser)
    expect(text).toContain('1 signed document ')
    expect(text).toContain(
      'The recovery drill on 20 November 2026 at 10:10 failed: There is no copy.',
    )
    expect(text).toContain(
      'A backup did not reach the second place on 20 November 2026 at 10:10: AccessDenied.',
    )
    expect(text).toContain('applications 1 1')
  })

  test('runs a drill when an administrator asks, once, and tells who asked', async () => {
    const site = await drillSite()
    const { deps } = site.app
    await site.sendAndNote()
    const drills = startDrills(deps, drillFiles)
    const browser = await adminBrowser(site.app)
    expect((await post(browser, { action: 'drill' })).status).toBe(303)
    const second = await post(browser, { action: 'drill' })
    expect(second.status).toBe(409)
    expect(second.text).toContain('A drill is running already')
    expect(await shown(browser)).toContain('A drill has been running since')
    await vi.waitUntil(() => deps.drill.since === null, 60_000)
    expect(await shown(browser)).toContain('Last one that held 20 November 2026')
    const asked = deps.db.sqlite
      .prepare("select actor from events where action = 'recovery drill asked for'")
      .pluck()
      .all()
    expect(asked).toHaveLength(1)
    await drills.stop()
  })

  test('refuses a drill without a second place, or without the private key, in words', async () => {
    const nowhere = await adminBrowser(testApp())
    const refused = await post(nowhere, { action: 'drill' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('No second place is set')
    const site = await drillSite({ BACKUP_IDENTITY_FILE: '' })
    await site.sendAndNote()
    const drills = startDrills(site.app.deps, drillFiles)
    const browser = await adminBrowser(site.app)
    expect((await post(browser, { action: 'drill' })).text).toContain('has no private key')
    expect(await shown(browser)).not.toContain('Run the Drill Now')
    await drills.stop()
  })

  test('lists documents that wait, sends them again and discards them', async () => {
    const site = await drillSite()
    const { deps } = site.app
    const rows = () =>
      deps.db.sqlite
        .prepare<[], { id: number; state: string }>(
          "select id, state from outbox where channel = 'second-place'",
        )
        .all()
    const [row] = rows()
    deps.db.sqlite
      .prepare("update outbox set state = 'dead', last_reason = 'AccessDenied' where id = ?")
      .run(row?.id)
    const browser = await adminBrowser(site.app)
    expect(await shown(browser)).toMatch(/Signed document of [0-9A-Z-]+ Given up, .*AccessDenied/)
    const document = String(row?.id)
    expect((await post(browser, { action: 'resend', document })).status).toBe(303)
    expect(rows()).toMatchObject([{ state: 'waiting' }])
    expect((await post(browser, { action: 'resend-all' })).status).toBe(303)
    expect((await post(browser, { action: 'discard', document })).status).toBe(303)
    expect(rows()).toMatchObject([{ state: 'discarded' }])
    expect((await post(browser, { action: 'discard', document })).status).toBe(409)
    expect((await post(browser, { action: 'discard', document: '99999' })).status).toBe(404)
    expect((await post(browser, { action: 'discard' })).status).toBe(400)
    expect(await shown(browser)).toContain('No document is waiting to be sent')
  })
})
