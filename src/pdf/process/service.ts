import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import { createPdfCache, type PdfKey } from './cache.ts'
import { createPdfPool, type PdfPool, type PdfPoolOptions } from './pool.ts'

export type PdfService = Pick<PdfPool, 'ready' | 'close'> & {
  /** Bytes of one document; `sheet` is asked for when they are not in memory yet. */
  document(key: PdfKey, sheet: () => ApplicationSheet): Promise<Uint8Array>
  /** A typed name as a signature's PNG. */
  signature(name: string): Promise<Uint8Array>
  /** Forgets every document of one application, as when it is erased. */
  forget(id: string): void
}

/** The document processes with the cache before them; rejects as the pool does. */
export function createPdfService(options: PdfPoolOptions): PdfService {
  const pool = createPdfPool(options)
  const cache = createPdfCache()
  return {
    ready: pool.ready,
    close: pool.close,
    document: (key, sheet) => cache.get(key, async () => pool.render(sheet())),
    signature: pool.draw,
    forget: cache.forget,
  }
}
