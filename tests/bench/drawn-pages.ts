import { cpSync, rmSync } from 'node:fs'
import { benchKey } from './bench-deps.ts'
import { load } from './load.ts'
import { inTurn, median } from './rounds.ts'
import { serve, standOn } from './served.ts'
import type { Measure } from './table.ts'
import { visitedFolder } from './visited-folder.ts'

/** Pages of one person's data against the same pages of the same data in a stream, compressed on the fly. */
export async function measureDrawnPages(): Promise<Measure[]> {
  const { folder, pages } = await visitedFolder()
  const other = `${folder}-streamed`
  cpSync(folder, other, { recursive: true })
  const env = { APP_KEY: benchKey }
  const ours = await serve(['dist/server.js'], { ...env, DATA_DIR: folder })
  const stream = await serve(['dist/bench/streamed.js'], { ...env, DATA_DIR: other })
  standOn('load')
  const rows: Measure[] = []
  for (const [name, { path, cookie }] of Object.entries(pages)) {
    const sides = {
      ours: () => load(ours.url + path, { cookie }),
      stream: () => load(stream.url + path, { cookie }),
    }
    await inTurn(sides, 1)
    const all = await inTurn(sides)
    rows.push({
      what: `${name}, x the same through a stream with gzip`,
      value: median(all.map(({ ours, stream }) => ours.perSecond / stream.perSecond)),
      unit: 'x',
      goal: { atLeast: 3 },
      beside: (['ours', 'stream'] as const)
        .map((side) => Math.round(median(all.map((round) => round[side].perSecond))))
        .join(' against ')
        .concat(' a second'),
    })
  }
  standOn('all')
  await Promise.all([ours.stop(), stream.stop()])
  for (const used of [folder, other]) rmSync(used, { recursive: true })
  return rows
}
