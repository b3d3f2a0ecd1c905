import type { Application } from '#src/domain/applications/application.ts'
import { longDate } from '#src/forms/long-date.ts'
import type { SheetRow } from '#src/pdf/application-sheet.ts'

/**
 * What was decided, when and by whom, with the customer code or the reason; of an imported customer the code alone, and
 * nothing while nothing is decided.
 */
export function decisionRows(application: Application): SheetRow[] {
  const { status, financeDecision, financeDate, financeBy } = application
  const { customerCode, rejectionReason } = application
  const code = { label: 'Customer code', value: customerCode ?? 'N/A' }
  if (!financeDecision) return customerCode ? [code] : []
  return [
    { label: 'Decision', value: financeDecision },
    { label: 'Date', value: longDate(financeDate ?? 'N/A') },
    { label: 'Decided by', value: financeBy ?? 'N/A' },
    ...(status === 'rejected'
      ? [{ label: 'Reason', value: rejectionReason ?? 'None given' }]
      : [code]),
  ]
}
