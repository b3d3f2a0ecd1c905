import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import { createPdfCache, type PdfKey } from './cache.ts'
import { createPdfQueue, type PdfQueue, type PdfQueueOptions } from './queue.ts'

export type PdfService = PdfQueue & {
  /** Bytes of one document; `sheet` is asked for when they are not in memory yet. */
  document(key: PdfKey, sheet: () => ApplicationSheet): Promise<Uint8Array>
  /** Forgets every document of one application, as when it is erased. */
  forget(id: string): void
}

/** The document process with a cache before it; rejects as the queue does. */
export function createPdfService(options: PdfQueueOptions): PdfService {
  const queue = createPdfQueue(options)
  const cache = createPdfCache()
  return {
    ...queue,
    document: (key, sheet) => cache.get(key, async () => queue.render(sheet())),
    forget: cache.forget,
  }
}
