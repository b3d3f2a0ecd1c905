import { rmSync } from 'node:fs'
import { manifestOf, scriptsOf, wireSize } from '../../support/browser/page-scripts.ts'
import { benchKey } from './data/bench-deps.ts'
import { visitedFolder } from './data/visited-folder.ts'
import { serve } from './servers/served.ts'
import type { Measure } from './table.ts'

/** KiB of script, brotli, that each page may load by itself before anybody touches it. */
const budgets: Record<string, number> = {
  '/': 0,
  '/terms-conditions': 0,
  '/nowhere': 0,
  '/success': 1.125,
  '/client-login': 2,
  '/client/forgot-password': 2,
  'set password': 2,
  '/admin': 2,
  'form with a draft': 70,
  portal: 75,
  dashboard: 85,
  'an application': 85,
}

/** The scripts that pages load, with what those import, as they lie in the build. */
export async function measureScripts(): Promise<Measure[]> {
  const { folder, pages, link } = await visitedFolder()
  const views: typeof pages = { ...pages, 'set password': link }
  const manifest = manifestOf('dist/client')
  const server = await serve(['dist/server.js'], { DATA_DIR: folder, APP_KEY: benchKey })
  const rows: Measure[] = []
  for (const [name, budget] of Object.entries(budgets)) {
    const { path, cookie } = views[name] ?? { path: name, cookie: '' }
    const html = await (await fetch(server.url + path, { headers: { cookie } })).text()
    const files = scriptsOf(html, manifest)
    rows.push({
      what: `script of ${name}, brotli`,
      value: files.reduce((all, file) => all + wireSize('dist/client', file), 0) / 1024,
      unit: 'KiB',
      goal: { atMost: budget },
      beside: `${files.length} files`,
    })
  }
  await server.stop()
  rmSync(folder, { recursive: true })
  return rows
}
