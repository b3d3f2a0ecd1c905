import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import { drawTypedName } from '#src/pdf/document/typed-signature.ts'
import type { PdfKey } from '#src/pdf/process/cache.ts'
import type { PdfService } from '#src/pdf/process/service.ts'

export type PdfStandIn = PdfService & {
  /** What was asked for, in order. */
  made: { key: PdfKey; sheet: ApplicationSheet }[]
  /** The applications whose documents were to be forgotten. */
  forgotten: string[]
}

/** Stands in for the document processes, which take a second to start: a few bytes that name what was asked for. */
export function pdfStandIn(): PdfStandIn {
  const made: PdfStandIn['made'] = []
  const forgotten: string[] = []
  return {
    made,
    forgotten,
    async document(key, sheet) {
      made.push({ key, sheet: sheet() })
      return new TextEncoder().encode(`%PDF-1.7 stand-in for ${key.id}`)
    },
    signature: async (name) => drawTypedName(name),
    forget: (id) => void forgotten.push(id),
    ready: async () => {},
    close: async () => {},
  }
}
