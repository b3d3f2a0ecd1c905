import { join } from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '#db/open.ts'
import type { Deps } from '#src/deps.ts'
import { readEnv } from '#src/env.ts'
import { keyRing } from '#src/security/keys.ts'
import { createLimits } from '#src/security/limits.ts'
import { createState } from '#src/state.ts'
import { pdfStandIn } from '../../../support/pdf/pdf-stand-in.ts'

/** The key of every folder of the benchmark: what one run made, the next one opens. */
export const benchKey = Buffer.alloc(32, 'benchmark').toString('base64')

/** The app's Deps on a folder that was filled, without port, documents or mail. */
export function benchDeps(folder: string): Deps {
  const read = readEnv({ NODE_ENV: 'test', DATA_DIR: folder })
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return {
    env: read.env,
    db: openDatabase(join(folder, 'countersign.db')),
    keys: keyRing([Buffer.from(benchKey, 'base64')]),
    limits: createLimits(1e6),
    pdf: pdfStandIn(),
    documentLogo: null,
    operatorKey: null,
    ...createState(),
    log: pino({ level: 'silent' }),
    draining: () => false,
    now: Date.now,
  }
}
