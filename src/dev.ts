import { resolve } from 'node:path'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { readEnv } from './env.ts'
import { devAssets } from './framework/assets.ts'
import { type House, openHouse } from './house.ts'

// The dev server loads this file anew after each change of it; the database stays open meanwhile.
const kept = globalThis as { countersign?: House }

kept.countersign ??= open()

export default createApp(kept.countersign.deps, devAssets())

function open(): House {
  const read = readEnv({ RATE_LIMIT_FACTOR: '100', ...process.env, NODE_ENV: 'development' })
  if (!read.ok) throw new Error(`The environment is not right:\n  ${read.faults.join('\n  ')}`)
  return openHouse(read.env, pino({ level: 'warn' }), {
    migrations: resolve('db/migrations'),
    pdfChild: resolve('dist/pdf-child.js'),
  })
}
