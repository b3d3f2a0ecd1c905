import { join } from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '#db/open.ts'
import type { Deps } from '#src/deps.ts'
import { createState } from '#src/deps.ts'
import { createStore } from '#src/domain/maintenance/data-folder.ts'
import { keyRing } from '#src/security/keys.ts'
import { createLimits } from '#src/security/limits.ts'
import { envOf } from './env.ts'
import { type PdfStandIn, pdfStandIn } from './pdf/pdf-stand-in.ts'

/** The app's Deps on a data folder that was filled before, by a connection of their own; without documents or a log. */
export function depsOn(
  folder: string,
  appKey: string,
  env: Record<string, string> = {},
): Deps & { pdf: PdfStandIn } {
  return {
    ...createStore(
      envOf({ DATA_DIR: folder, COMPANY_NAME: 'Example Supplies Ltd', ...env }),
      openDatabase(join(folder, 'countersign.db')),
      keyRing([Buffer.from(appKey, 'base64')]),
      Date.now,
    ),
    limits: createLimits(1e6),
    pdf: pdfStandIn(),
    cli: 'none',
    documentLogo: null,
    operatorKey: null,
    start: { at: Date.now(), running: () => 0, lastEvent: null },
    ...createState(),
    log: pino({ level: 'silent' }),
    draining: () => false,
  }
}
