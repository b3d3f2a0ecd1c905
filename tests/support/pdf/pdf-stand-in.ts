import { PDF } from '@libpdf/core'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import { drawLogo, drawSignature } from '#src/pdf/document/drawings.ts'
import { PdfFailed } from '#src/pdf/pdf-errors.ts'
import type { PdfService } from '#src/pdf/process/service.ts'

export type PdfStandIn = PdfService & {
  /** What was asked for, in order. */
  made: { network: string; sheet: ApplicationSheet }[]
  /** What was asked for to be sealed, in order. */
  rendered: ApplicationSheet[]
  /** What sealed documents fail with, from now on; `null`: they are made. */
  fails: PdfFailed | null
}

/** Stands in for the document processes, which take a second to start: a few bytes that name what was asked for. */
export function pdfStandIn(): PdfStandIn {
  const made: PdfStandIn['made'] = []
  const rendered: ApplicationSheet[] = []
  const standIn: PdfStandIn = {
    made,
    rendered,
    fails: null,
    ready: Promise.resolve(),
    async render(sheet, network) {
      if (network !== undefined) {
        made.push({ network, sheet })
        return new TextEncoder().encode(`%PDF-1.7 stand-in for ${sheet.id}`)
      }
      if (standIn.fails) throw standIn.fails
      rendered.push(sheet)
      return blankPage()
    },
    signature: async (drawing) => drawSignature(drawing, () => true),
    logo: async (logo) => failing(() => drawLogo(logo)),
    close: async () => {},
  }
  return standIn
}

/** What goes wrong in the document process arrives as its failure. */
function failing<Result>(make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    throw new PdfFailed(error instanceof Error ? error.message : String(error))
  }
}

/** A whole PDF, because it is going to be sealed. */
function blankPage(): Promise<Uint8Array> {
  const pdf = PDF.create()
  pdf.addPage()
  return pdf.save()
}
