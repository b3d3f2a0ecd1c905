import type { Deps } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { companyVersion } from '#src/domain/company/company.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { versionInForce } from '#src/domain/terms/versions.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { applicationSheet } from './application-sheet.ts'

/**
 * The current view of an application as PDF bytes, from memory when this version was made before. Refuses 'unavailable' when
 * the document process is busy or could not make it. Who may see it has been asked before.
 */
export async function applicationPdf(deps: Deps, application: Application) {
  const { id, version } = application
  try {
    const key = { id, version, company: companyVersion(deps), terms: versionInForce(deps) }
    return await deps.pdf.document(key, () => applicationSheet(deps, application))
  } catch (error) {
    if (!(error instanceof PdfBusy || error instanceof PdfFailed)) throw error
    deps.log.warn({ application: id, reason: error.message }, 'no PDF')
    throw new Refusal('unavailable', refusals.pdfBusy, { retryAfter: 5 })
  }
}
