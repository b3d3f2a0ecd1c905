import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../../support/chromium.ts'
import { alteredPages, withoutAhead, withStylesheet } from './altered-pages.ts'
import { benchKey } from './bench-deps.ts'
import { inTurn, median, rounds } from './rounds.ts'
import { serve } from './served.ts'
import { coldForm, firstPaint, formAfterLanding } from './slow-visit.ts'
import type { Measure } from './table.ts'

/** First paint of Next.js' prerendered pages on the reference's machine, in ms (issue 8). */
const nextJs = { landing: 1434, form: 1536 }
const reads = 4000

/** What a visitor on slow 4G and a processor four times slower sees; the stand-in waits for a stylesheet as most do. */
export async function measurePaint(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-paint-'))
  const ours = await serve(['dist/server.js'], { DATA_DIR: folder, APP_KEY: benchKey }, 'all')
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))
  const css = `/${manifest['src/ui/styles/site.css'].file}`
  const usual = await alteredPages(ours.url, withStylesheet(css))
  const plain = await alteredPages(ours.url, withoutAhead)
  const browser = await launchBrowser()
  const times = Math.max(5, rounds)
  const landing = await inTurn(
    { ours: () => firstPaint(browser, ours.url), usual: () => firstPaint(browser, usual.url) },
    times,
  )
  const form = await inTurn(
    { ours: () => coldForm(browser, ours.url), usual: () => coldForm(browser, usual.url) },
    times,
  )
  const after = await inTurn(
    {
      ours: () => formAfterLanding(browser, ours.url, reads),
      plain: () => formAfterLanding(browser, plain.url, reads),
    },
    times,
  )
  await browser.close()
  usual.stop()
  plain.stop()
  await ours.stop()
  rmSync(folder, { recursive: true })
  const middle = <Round>(all: Round[], of: (round: Round) => number) => median(all.map(of))
  const beside = (ms: number) => `${ms.toFixed(0)} ms with a stylesheet to wait for`
  return [
    {
      what: 'landing page, first paint, slow 4G, processor 4x slower',
      value: middle(landing, ({ ours }) => ours),
      unit: 'ms',
      goal: { atMost: Math.round(0.7 * nextJs.landing) },
      beside: beside(middle(landing, ({ usual }) => usual)),
    },
    {
      what: 'form, first paint',
      value: middle(form, ({ ours }) => ours.paint),
      unit: 'ms',
      goal: { atMost: Math.round(0.7 * nextJs.form) },
      beside: beside(middle(form, ({ usual }) => usual.paint)),
    },
    {
      what: 'form, a tab works, cold',
      value: middle(form, ({ ours }) => ours.tab),
      unit: 'ms',
      beside: beside(middle(form, ({ usual }) => usual.tab)),
    },
    {
      what: 'form, React awake, cold',
      value: middle(form, ({ ours }) => ours.awake),
      unit: 'ms',
      beside: beside(middle(form, ({ usual }) => usual.awake)),
    },
    {
      what: 'form after the landing page, a tab works, x without fetching ahead',
      value: middle(after, ({ ours, plain }) => ours.tab / plain.tab),
      unit: 'x',
      goal: { atMost: 0.7 },
      beside: `${middle(after, ({ ours }) => ours.tab).toFixed(0)} ms against ${middle(after, ({ plain }) => plain.tab).toFixed(0)} ms`,
    },
    {
      what: 'form after the landing page, React awake, x without fetching ahead',
      value: middle(after, ({ ours, plain }) => ours.awake / plain.awake),
      unit: 'x',
      goal: { atMost: 0.7 },
      beside: `${middle(after, ({ ours }) => ours.awake).toFixed(0)} ms against ${middle(after, ({ plain }) => plain.awake).toFixed(0)} ms`,
    },
  ]
}
