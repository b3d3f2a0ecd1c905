import { cpSync, rmSync } from 'node:fs'
import { benchKey } from './data/bench-deps.ts'
import { visitedFolder } from './data/visited-folder.ts'
import { load } from './load.ts'
import { inTurn, median } from './rounds.ts'
import { type Served, serve, standOn } from './servers/served.ts'
import type { Measure } from './table.ts'

/** Pages of one person's data against the same pages of the same data in a stream, compressed on the fly. */
export async function measureRenderedPages(): Promise<Measure[]> {
  const { folder, pages } = await visitedFolder()
  const env = { APP_KEY: benchKey }
  const folders = [folder, `${folder}-streamed`]
  for (const other of folders.slice(1)) cpSync(folder, other, { recursive: true })
  const [ours, stream] = (await Promise.all(
    ['dist/server.js', 'dist/bench/streamed.js'].map((program, at) =>
      serve([program], { ...env, DATA_DIR: folders[at] ?? '' }),
    ),
  )) as [Served, Served]
  standOn('load')
  const rows: Measure[] = []
  for (const [name, { path, cookie }] of Object.entries(pages)) {
    const sides = {
      ours: () => load(ours.url + path, { cookie }),
      stream: () => load(stream.url + path, { cookie }),
    }
    await inTurn(sides, 1)
    const all = await inTurn(sides)
    const mid = (of: (round: (typeof all)[number]) => number) => median(all.map(of))
    const streamed = Math.round(mid(({ stream }) => stream.perSecond))
    rows.push({
      what: `${name}, x the same through a stream with gzip`,
      value: mid(({ ours, stream }) => ours.perSecond / stream.perSecond),
      unit: 'x',
      goal: { atLeast: 2 },
      beside: `${Math.round(mid(({ ours }) => ours.perSecond))} against ${streamed} a second`,
    })
  }
  standOn('all')
  await Promise.all([ours, stream].map((served) => served.stop()))
  for (const used of folders) rmSync(used, { recursive: true })
  return rows
}
