import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchKey } from './data/bench-deps.ts'
import { load } from './load.ts'
import { inTurn, median } from './rounds.ts'
import { serve, standOn } from './servers/served.ts'
import type { Measure } from './table.ts'

const pages = {
  'landing page': '/',
  terms: '/terms-conditions',
  'form without a draft': '/client-form',
}

/** Prerendered pages against a plain route that answers as many bytes: requests a second, and p99 at ten connections. */
export async function measurePrerenderedPages(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-still-'))
  const ours = await serve(['dist/server.js'], { DATA_DIR: folder, APP_KEY: benchKey })
  const bodies = await Promise.all(
    Object.values(pages).map(async (path) => [
      path,
      (await raw(ours.url + path)).toString('base64'),
    ]),
  )
  const file = join(folder, 'bodies.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(bodies)))
  const limit = await serve(['dist/bench/prebuilt.js', file], {})
  const rows: Measure[] = []
  try {
    standOn('load')
    for (const [name, path] of Object.entries(pages)) rows.push(...(await compare(name, path)))
  } finally {
    standOn('all')
    await Promise.all([ours.stop(), limit.stop()])
    rmSync(folder, { recursive: true })
  }
  return rows

  async function compare(name: string, path: string): Promise<Measure[]> {
    await load(ours.url + path)
    await load(limit.url + path)
    const sides = {
      ours: () => load(ours.url + path),
      limit: () => load(limit.url + path),
    }
    const all = await inTurn(sides)
    const mid = (of: (round: (typeof all)[number]) => number) => median(all.map(of))
    return [
      {
        what: `${name}, x a prebuilt answer`,
        value: mid(({ ours, limit }) => ours.perSecond / limit.perSecond),
        unit: 'x',
        goal: { atLeast: 0.75 },
        beside: `${Math.round(mid(({ ours }) => ours.perSecond))} against ${Math.round(mid(({ limit }) => limit.perSecond))} a second`,
      },
      {
        what: `${name}, p99 x that of the prebuilt answer`,
        value: mid(({ ours, limit }) => ours.p99 / limit.p99),
        unit: 'x',
        goal: { atMost: 2 },
        beside: `${mid(({ ours }) => ours.p99).toFixed(2)} ms against ${mid(({ limit }) => limit.p99).toFixed(2)} ms`,
      },
    ]
  }
}

/** The body as it comes over the wire. */
const raw = (url: string) =>
  new Promise<Buffer>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, async (answer) => {
      resolve(Buffer.concat(await answer.toArray()))
    }).on('error', reject)
  })
