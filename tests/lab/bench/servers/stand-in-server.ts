import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { createApp } from '#src/app.ts'
import { readEnv } from '#src/env.ts'
import { builtAssets } from '#src/framework/assets.ts'
import { listen } from '#src/listen.ts'
import { openRuntime } from '#src/runtime.ts'

/** The same app on the same data; only some of its modules are others (vite.config.ts). */
const read = readEnv(process.env)
if (!read.ok) throw new Error(read.faults.join('\n'))
const places = {
  migrations: 'dist/migrations',
  pdfChild: 'dist/pdf-child.js',
  chainChild: 'dist/chain-child.js',
  backupChild: 'dist/backup-child.js',
  drillChild: 'dist/drill-child.js',
}
const app = openRuntime(read.env, pino({ level: read.env.LOG_LEVEL }), places)
const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))
await listen(app, createApp(app.deps, builtAssets(manifest, 'dist/client')))
