import {
  agreedLabels,
  agreedLengths,
  poundsText,
  usualTerms,
} from '#src/forms/admin/agreed-terms.ts'
import { CheckboxGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import type { Review } from './use-review.ts'

/** What accounts agree with an approval. The fields keep their own values; the dialog reads them when it is sent. */
export function AgreedFields({
  review,
  errors,
}: {
  review: Review
  errors: Record<string, string>
}) {
  const { record, typed, secondPersonAbove } = review
  const given = (name: string) => ({
    id: name,
    name,
    defaultValue: typed[name],
    error: errors[name],
  })
  const asksSecondPerson = secondPersonAbove !== null
  return (
    <>
      {record.accountType === 'credit' && (
        <TextField
          {...given('creditLimit')}
          label={`${agreedLabels.creditLimit} in £${asksSecondPerson ? '' : ' (optional)'}`}
          hint={
            asksSecondPerson
              ? `Whole pounds. Above ${poundsText(secondPersonAbove)} a second person has to confirm.`
              : 'Whole pounds, such as 25,000'
          }
          inputMode="numeric"
          width="code"
          autoComplete="off"
          required={asksSecondPerson}
        />
      )}
      <TextField
        {...given('paymentTerms')}
        label={`${agreedLabels.paymentTerms} (optional)`}
        list="usual-terms"
        maxLength={agreedLengths.paymentTerms}
        autoComplete="off"
      />
      <datalist id="usual-terms">
        {usualTerms.map((terms) => (
          <option key={terms} value={terms} />
        ))}
      </datalist>
      <TextField
        {...given('reviewDate')}
        type="date"
        label={`${agreedLabels.reviewDate} (optional)`}
        width="code"
      />
      <TextArea
        {...given('remark')}
        label={`${agreedLabels.remark} (optional)`}
        hint="Only people of the back office read it"
        maxLength={agreedLengths.remark}
      />
      <CheckboxGroup
        id="isInDocument"
        name="isInDocument"
        label="Countersigned document"
        error={errors.isInDocument}
        defaultValue={[typed.isInDocument ?? '']}
        options={[
          {
            value: 'true',
            label: 'Show limit, terms and review date in the countersigned document',
            hint: 'The customer gets this document.',
          },
        ]}
      />
    </>
  )
}
