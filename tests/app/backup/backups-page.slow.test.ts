import { describe, expect, test } from 'vitest'
import { keepOffSite } from '#src/domain/backup/state.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'
import { noteSent, offSiteApp } from '../../support/backup/off-site.ts'

const path = '/admin/backups'

const shown = async (browser: Browser) =>
  (await browser.get(path)).text
    .replace(/<!-- -->|<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')

describe('the page Backups', () => {
  test('says on the page Backups that no off-site backup is set up', async () => {
    const text = await shown(await adminBrowser(testApp()))
    expect(text).toContain('Backups are kept on this server only.')
    expect(text).not.toContain('Recovery drill')
  })

  test('shows the last backup, what failed, and what the last drill checked', async () => {
    const { app, settings } = await offSiteApp()
    const { deps, clock } = app
    const browser = await adminBrowser(app)
    expect(await shown(browser)).toContain('The next off-site backup is late.')
    await noteSent(app)
    const backup = { id: 'a', madeAt: clock.now, bytes: 2 ** 21, events: 3, documents: 1 }
    const held = { at: clock.now, backups: [backup], took: 4200 }
    await keepOffSite(deps, ({ drill }) => ({
      forgot: { at: clock.now, reason: 'AccessDenied' },
      drill: { ...drill, held },
    }))
    const text = await shown(browser)
    for (const words of [
      `Where ${settings.BACKUP_REPOSITORY}`,
      'Last one that held 20 November 2026 at 10:00',
      'Newest backup 20 November 2026 at 10:00, 2.0 MB, 3 events, 1 signed document',
      'Older backups could not be removed: AccessDenied',
    ])
      expect(text).toContain(words)
    const failed = { at: clock.now, reason: 'The disk is away' }
    await keepOffSite(deps, ({ drill }) => ({ failed, drill: { ...drill, failed } }))
    expect(await shown(browser)).toMatch(
      /The off-site backup on 20 November 2026 at 10:00 failed: The disk is away\..*The recovery drill on 20 November 2026 at 10:00 failed: The disk is away\./,
    )
    const { text: dashboard } = await browser.get('/admin/dashboard')
    expect(dashboard).toMatch(
      /The last off-site backup was made on .*The last recovery drill failed/s,
    )
  })
})
