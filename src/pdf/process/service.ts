import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import { createPdfCache, type PdfKey } from './cache.ts'
import { createPdfQueue, type PdfQueue, type PdfQueueOptions } from './queue.ts'

export type PdfService = Pick<PdfQueue, 'ready' | 'close'> & {
  /** Bytes of one document; `sheet` is asked for when they are not in memory yet. */
  document(key: PdfKey, sheet: () => ApplicationSheet): Promise<Uint8Array>
  /** A document that is kept by the caller. */
  render: PdfQueue['render']
  /** A typed name as a signature's PNG. */
  signature(name: string): Promise<Uint8Array>
  /** A PNG, or an SVG as text, which has to be self-contained, as a new PNG. */
  logo(logo: string | Uint8Array): Promise<Uint8Array>
  /** Forgets every document of one application, as when it is erased. */
  forget(id: string): void
}

/** The document process with a cache before it; rejects as the queue does. */
export function createPdfService(options: PdfQueueOptions): PdfService {
  const queue = createPdfQueue(options)
  const cache = createPdfCache()
  return {
    ready: queue.ready,
    close: queue.close,
    document: (key, sheet) => cache.get(key, async () => queue.render(sheet())),
    render: queue.render,
    signature: queue.draw,
    logo: queue.drawLogo,
    forget: cache.forget,
  }
}
