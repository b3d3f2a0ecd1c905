import type { NumberedPart, TermsDifference } from '#src/forms/terms/terms-parts.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { TermsDifferences } from './TermsDifferences.tsx'
import { TermsText } from './TermsText.tsx'

/** The typed text numbered, or what differs in it. */
export type TermsResultProps =
  | { parts: NumberedPart[] }
  | { since: string; differences: TermsDifference[] }

/** What stands below the editor after one of its buttons. */
export function TermsResult(result: TermsResultProps) {
  return (
    <div id="termsResult" tabIndex={-1}>
      {'differences' in result ? (
        <TermsDifferences {...result} />
      ) : (
        <RecordCard id="termsPreview" title="Preview">
          <div className="terms">
            <TermsText parts={result.parts} />
          </div>
        </RecordCard>
      )}
    </div>
  )
}
