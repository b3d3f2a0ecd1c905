import type { NumberedPart, TermsDifference } from '#src/forms/terms/terms-parts.ts'
import { TextArea } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { TermsDifferences } from './TermsDifferences.tsx'
import { TermsText } from './TermsText.tsx'

/** The typed text numbered, or what differs in it, or the text that somebody else saved meanwhile. */
export type TermsResultProps =
  | { parts: NumberedPart[] }
  | { since: string; differences: TermsDifference[] }
  | { saved: string }

/** What stands below the editor after one of its buttons. */
export function TermsResult(result: TermsResultProps) {
  return (
    <div id="termsResult" tabIndex={-1}>
      {'differences' in result ? <TermsDifferences {...result} /> : <OneText {...result} />}
    </div>
  )
}

function OneText(result: { parts: NumberedPart[] } | { saved: string }) {
  const isPreview = 'parts' in result
  return (
    <RecordCard id="termsResultTitle" title={isPreview ? 'Preview' : 'Saved meanwhile'}>
      {isPreview ? (
        <div className="terms">
          <TermsText parts={result.parts} />
        </div>
      ) : (
        <TextArea
          id="termsSaved"
          name="termsSaved"
          label="The text that is saved now"
          defaultValue={result.saved}
          rows={12}
          readOnly
        />
      )}
    </RecordCard>
  )
}
