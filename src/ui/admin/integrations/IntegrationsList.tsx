import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import type { Choice } from '#src/ui/fields/ChoiceGroup.tsx'
import { SubmitLine } from '#src/ui/fields/SubmitLine.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { EndpointCard } from './EndpointCard.tsx'
import { EndpointFields } from './EndpointFields.tsx'
import { type MadeSecret, NewSecret } from './NewSecret.tsx'
import {
  type ApiKeyRecord,
  type EndpointRecord,
  nothingRefused,
  type RefusedForm,
} from './records.ts'

export type Integrations = {
  endpoints: EndpointRecord[]
  keys: ApiKeyRecord[]
  /** The events that an endpoint can be told of. */
  choices: Choice[]
  /** A secret that was just made. */
  made: MadeSecret | null
  /** What was refused, and the name of its form: an endpoint's id, `new` or `key`. */
  refused: RefusedForm & { of: string }
  asksPassword: boolean
  timezone: string
}

/** Endpoints with what they answered, the form for another one, and the keys. */
export function IntegrationsList({
  endpoints,
  keys,
  choices,
  made,
  refused,
  ...common
}: Integrations) {
  const refusedIn = (form: string) => (refused.of === form ? refused : nothingRefused)
  const added = refusedIn('new')
  return (
    <div className="sections">
      {made && <NewSecret made={made} />}
      <div className="cards">
        {endpoints.map((endpoint) => (
          <EndpointCard
            key={endpoint.id}
            {...{ endpoint, choices, ...common }}
            refused={refusedIn(endpoint.id)}
          />
        ))}
        <RecordCard wide id="new-endpoint" title="New webhook endpoint">
          <form method="post" className="fields no-print" noValidate>
            <EndpointFields
              form="new"
              address=""
              events={choices.map(({ value }) => value)}
              choices={choices}
              refused={added}
            />
            {common.asksPassword && (
              <OwnPassword id="currentPassword-new" error={added.errors.currentPassword} />
            )}
            <SubmitLine action="add">Add Endpoint</SubmitLine>
          </form>
        </RecordCard>
        <ApiKeys keys={keys} refused={refusedIn('key')} {...common} />
      </div>
    </div>
  )
}
