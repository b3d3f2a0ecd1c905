import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { findChromium } from '../../support/chromium.ts'
import { freePort } from '../../support/e2e-server.ts'
import { benchKey } from './bench-deps.ts'
import { median, rounds } from './rounds.ts'
import { serve } from './served.ts'
import type { Measure } from './table.ts'

const pages = { 'landing page': '/', form: '/client-form' }

/** Lighthouse's performance score as on a telephone, the median of the rounds. */
export async function measurePageScores(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-scores-'))
  const server = await serve(['dist/server.js'], { DATA_DIR: folder, APP_KEY: benchKey }, 'all')
  const rows: Measure[] = []
  for (const [name, path] of Object.entries(pages)) {
    const scores: number[] = []
    for (let round = 0; round < rounds; round++) scores.push(await scoreOf(server.url + path))
    rows.push({
      what: `Lighthouse performance, ${name}`,
      value: median(scores),
      unit: 'points',
      goal: { atLeast: 98 },
      beside: scores.join(', '),
    })
  }
  await server.stop()
  rmSync(folder, { recursive: true })
  return rows
}

/** One audit in a browser of its own, so that nothing is in its cache. */
async function scoreOf(url: string): Promise<number> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  const options = { port, onlyCategories: ['performance'], logLevel: 'error' as const }
  const result = await lighthouse(url, options)
  await browser.close()
  return Math.round((result?.lhr.categories.performance?.score ?? 0) * 100)
}
