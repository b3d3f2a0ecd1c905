import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createPdfService, type PdfService } from '#src/pdf/process/service.ts'

/** The document process, built once for the whole run. */
export const pdfChild = () => join(inject('children'), 'pdf-child.js')

/** The service before it, which waits for a busy machine. */
export const pdfService = (): PdfService =>
  createPdfService({
    childPath: pdfChild(),
    limits: { timeout: 60_000 },
    log: pino({ level: 'silent' }),
  })
