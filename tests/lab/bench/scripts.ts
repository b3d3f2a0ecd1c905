import { manifestOf, scriptsOf, wireSize } from '../../support/browser/page-scripts.ts'
import { visitedFolder } from './data.ts'
import type { Measure } from './measures.ts'
import { serve } from './servers.ts'

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
  const { folder, pages, link, remove } = await visitedFolder()
  const views = { ...pages, 'set password': { path: link, cookie: '' } }
  const manifest = manifestOf('dist/client')
  const server = await serve(folder)
  const rows: Measure[] = []
  for (const [name, budget] of Object.entries(budgets)) {
    const { path, cookie } = views[name as keyof typeof views] ?? { path: name, cookie: '' }
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
  remove()
  return rows
}
