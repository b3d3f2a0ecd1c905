import type { Deps } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { networkKey } from '#src/security/addresses.ts'
import { applicationSheet } from './application-sheet.ts'

/**
 * The current view of an application as PDF bytes. Networks take turns, so that one that reads many documents does not
 * hold up the others. Refuses 'unavailable' when the document process is busy or could not make it. Who may see it has
 * been asked before.
 */
export async function applicationPdf(deps: Deps, application: Application, address: string) {
  try {
    return await deps.pdf.render(applicationSheet(deps, application), networkKey(address))
  } catch (error) {
    if (!(error instanceof PdfBusy || error instanceof PdfFailed)) throw error
    deps.log.warn({ application: application.id, reason: error.message }, 'no PDF')
    throw new Refusal('unavailable', refusals.pdfBusy, { retryAfter: 5 })
  }
}
