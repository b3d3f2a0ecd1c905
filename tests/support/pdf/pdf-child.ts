import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createPdfService, type PdfService } from '#src/pdf/process/service.ts'

/** Documents from the process that was built once for the whole run; it waits for a busy machine. */
export const pdfService = (): PdfService =>
  createPdfService({
    childPath: join(inject('children'), 'pdf-child.js'),
    limits: { timeout: 60_000 },
    log: pino({ level: 'silent' }),
  })
