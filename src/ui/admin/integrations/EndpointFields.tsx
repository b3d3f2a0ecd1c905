import { CheckboxGroup, type Choice } from '#src/ui/fields/ChoiceGroup.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import type { RefusedForm } from './records.ts'

/** Address and events of an endpoint; the ids end with the form's own name. */
export function EndpointFields({
  form,
  address,
  events,
  choices,
  refused: { typed, errors },
}: {
  form: string
  address: string
  events: string[]
  choices: Choice[]
  refused: RefusedForm
}) {
  return (
    <>
      <TextField
        id={`address-${form}`}
        name="address"
        type="url"
        width="full"
        label="Address"
        hint="Where the events are posted, such as https://erp.example.com/countersign"
        autoComplete="off"
        spellCheck={false}
        defaultValue={typed.address?.[0] ?? address}
        error={errors.address}
      />
      <CheckboxGroup
        id={`events-${form}`}
        name="events"
        label="Events"
        options={choices}
        defaultValue={typed.events ?? events}
        error={errors.events}
      />
    </>
  )
}
