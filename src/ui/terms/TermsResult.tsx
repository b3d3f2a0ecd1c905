import type { NumberedPart, TermsDifference } from '#src/forms/terms/terms-parts.ts'
import { TextArea } from '#src/ui/fields/Field.tsx'
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
    <section className="card" id="termsResult" tabIndex={-1} aria-labelledby="termsResultTitle">
      <div className="card-head">
        <h2 id="termsResultTitle">{titleOf(result)}</h2>
      </div>
      <ResultBody {...result} />
    </section>
  )
}

function titleOf(result: TermsResultProps) {
  if ('parts' in result) return 'Preview'
  return 'saved' in result ? 'Saved meanwhile' : 'Differences'
}

function ResultBody(result: TermsResultProps) {
  if ('parts' in result)
    return (
      <div className="terms">
        <TermsText parts={result.parts} />
      </div>
    )
  if ('differences' in result) return <TermsDifferences {...result} />
  return (
    <TextArea
      id="termsSaved"
      name="termsSaved"
      label="The text that is saved now"
      defaultValue={result.saved}
      rows={12}
      readOnly
    />
  )
}
