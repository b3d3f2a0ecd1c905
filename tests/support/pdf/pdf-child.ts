import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createPdfQueue, type PdfQueue } from '#src/pdf/process/queue.ts'

/** The document process, built once for the whole run. */
export const pdfChild = () => join(inject('children'), 'pdf-child.js')

/** A queue before it that waits for a busy machine. */
export const pdfQueue = (): PdfQueue =>
  createPdfQueue({
    childPath: pdfChild(),
    limits: { wall: 60_000 },
    log: pino({ level: 'silent' }),
    now: Date.now,
  })
