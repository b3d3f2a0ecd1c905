import { type AgreedTerms, agreedLabels, poundsText } from '#src/forms/admin/agreed-terms.ts'
import { longDay } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** What accounts agreed with the approval; no card when nothing was written. */
export function AgreedCard({ agreed, timezone }: { agreed: AgreedTerms | null; timezone: string }) {
  if (!agreed) return null
  return (
    <RecordCard id="agreed" title="Agreed With the Approval" rows={agreedRows(agreed, timezone)} />
  )
}

/** Each part in words. */
export function agreedRows(agreed: AgreedTerms, timezone: string) {
  const { creditLimit, paymentTerms, reviewDate, remark, isInDocument } = agreed
  return [
    {
      label: agreedLabels.creditLimit,
      value: creditLimit === null ? 'N/A' : poundsText(creditLimit),
    },
    { label: agreedLabels.paymentTerms, value: paymentTerms ?? 'N/A' },
    { label: agreedLabels.reviewDate, value: longDay(reviewDate, timezone) ?? 'N/A' },
    { label: agreedLabels.isInDocument, value: isInDocument ? 'Yes' : 'No' },
    ...(remark
      ? [{ label: agreedLabels.remark, value: <span className="lines">{remark}</span> }]
      : []),
  ]
}
