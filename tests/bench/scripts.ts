import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { benchKey } from './bench-deps.ts'
import { serve } from './served.ts'
import type { Measure } from './table.ts'
import { visitedFolder } from './visited-folder.ts'

/** Kilobytes of script, brotli, that each page loads by itself before anybody touches it. */
const budgets: Record<string, number> = {
  '/': 0,
  '/terms-conditions': 0,
  '/nowhere': 0,
  '/success': 1,
  '/client-login': 2,
  '/client/forgot-password': 2,
  '/client/set-password': 2,
  '/admin': 2,
  'form with a draft': 70,
  portal: 75,
  dashboard: 85,
  'an application': 85,
}

/** The scripts that pages name, as they lie in the build. */
export async function measureScripts(): Promise<Measure[]> {
  const { folder, pages } = await visitedFolder()
  const server = await serve(['dist/server.js'], { DATA_DIR: folder, APP_KEY: benchKey })
  const rows: Measure[] = []
  for (const [name, budget] of Object.entries(budgets)) {
    const { path, cookie } = pages[name] ?? { path: name, cookie: '' }
    const html = await (await fetch(server.url + path, { headers: { cookie } })).text()
    const files = new Set(
      [...html.matchAll(/(?:src|rel="modulepreload" href)="(\/assets\/[^"]+\.js)"/g)].map(
        ([, file = '']) => file,
      ),
    )
    rows.push({
      what: `script of ${name}, brotli`,
      value: [...files].reduce((all, file) => all + sizeOf(file), 0) / 1000,
      unit: 'KB',
      goal: { atMost: budget },
      beside: `${files.size} files`,
    })
  }
  await server.stop()
  rmSync(folder, { recursive: true })
  return rows
}

function sizeOf(file: string): number {
  const built = join('dist/client', `${file}.br`)
  return statSync(existsSync(built) ? built : join('dist/client', file)).size
}
