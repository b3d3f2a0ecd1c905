import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, launchBrowser } from '../../support/browser/chromium.ts'
import { benchKey } from './data/bench-deps.ts'
import { inTurn, median } from './rounds.ts'
import { serve } from './servers/served.ts'
import { coldForm, formAfterLanding, landingPaint } from './slow-visit.ts'
import type { Measure } from './table.ts'

/** How long a visitor reads the landing page before following its link, in ms. */
const reads = 4000

/** What a visitor on slow 4G and a processor four times slower sees. */
export async function measurePaint(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-paint-'))
  const server = await serve(['dist/server.js'], { DATA_DIR: folder, APP_KEY: benchKey }, 'all')
  const browser = await launchBrowser(findChromium())
  const visits = await inTurn({
    landing: () => landingPaint(browser, server.url),
    cold: () => coldForm(browser, server.url),
    after: () => formAfterLanding(browser, server.url, reads),
  })
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true })
  const row = (what: string, of: (visit: (typeof visits)[number]) => number): Measure => ({
    what,
    value: median(visits.map(of)),
    unit: 'ms',
  })
  return [
    row('landing page, first paint, slow 4G, processor 4x slower', ({ landing }) => landing.paint),
    row('form, first paint', ({ cold }) => cold.paint),
    row('form, a tab works, cold', ({ cold }) => cold.tab),
    row('form, React awake, cold', ({ cold }) => cold.awake),
    row('form after the landing page, a tab works', ({ after }) => after.tab),
    row('form after the landing page, React awake', ({ after }) => after.awake),
  ]
}
