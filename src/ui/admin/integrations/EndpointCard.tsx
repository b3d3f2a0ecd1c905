import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton } from '#src/ui/fields/ActionButton.tsx'
import type { Choice } from '#src/ui/fields/ChoiceGroup.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { Deliveries } from './Deliveries.tsx'
import { EndpointFields } from './EndpointFields.tsx'
import type { EndpointRecord, RefusedForm } from './records.ts'

/** One endpoint: its state, what it answered, and what can be done with it; plain forms. */
export function EndpointCard({
  endpoint,
  choices,
  refused,
  asksPassword,
  timezone,
}: {
  endpoint: EndpointRecord
  choices: Choice[]
  refused: RefusedForm
  asksPassword: boolean
  timezone: string
}) {
  const { id, address, events, version, disabledFor, oldSecretUntil, waiting } = endpoint
  const told = choices.filter(({ value }) => events.includes(value)).map(({ label }) => label)
  return (
    <RecordCard
      wide
      id={`endpoint-${id}`}
      title={new URL(address).host}
      rows={[
        { label: 'Address', value: address },
        { label: 'Told when', value: told.join('\n') },
        { label: 'State', value: stateOf(endpoint, timezone) },
        ...(waiting > 0 ? [{ label: 'Waiting', value: waitingWords(waiting) }] : []),
        ...(oldSecretUntil
          ? [
              {
                label: 'Old secret',
                value: `Also signs until ${longTime(oldSecretUntil, timezone)}`,
              },
            ]
          : []),
      ]}
    >
      <Deliveries endpoint={endpoint} timezone={timezone} />
      <details className="no-print" open={Object.keys(refused.errors).length > 0}>
        <summary>Change address, events or secret</summary>
        <form method="post" className="fields" noValidate>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={version} />
          <EndpointFields form={id} {...{ address, events, choices, refused }} />
          {asksPassword && (
            <OwnPassword
              id={`currentPassword-${id}`}
              needed="Needed for another address or a new secret,"
              error={refused.errors.currentPassword}
            />
          )}
          <div className="actions">
            <ActionButton name="change" about={address} variant="primary">
              Save Changes
            </ActionButton>
            <ActionButton name="secret" about={address}>
              New Secret
            </ActionButton>
          </div>
        </form>
      </details>
      <form method="post" className="actions no-print">
        <input type="hidden" name="id" value={id} />
        <ActionButton name="test" about={address}>
          Send Test Event
        </ActionButton>
        {disabledFor ? (
          <ActionButton name="enable" about={address}>
            Enable
          </ActionButton>
        ) : (
          <ActionButton name="disable" about={address}>
            Disable
          </ActionButton>
        )}
      </form>
      <details className="no-print">
        <summary>Remove this endpoint</summary>
        <form method="post" className="fields">
          <input type="hidden" name="id" value={id} />
          <p>{removalWords(waiting)}</p>
          <div className="actions">
            <ActionButton name="remove" about={address} variant="danger">
              Remove
            </ActionButton>
          </div>
        </form>
      </details>
    </RecordCard>
  )
}

function stateOf({ disabledFor, disabledAt }: EndpointRecord, timezone: string): string {
  if (!disabledFor || !disabledAt) return 'On'
  const since = longTime(disabledAt, timezone)
  const why = {
    'by hand': `Disabled on ${since}`,
    gone: `Disabled on ${since}, because it answered 410: it wants no more events`,
    failing: `Disabled on ${since}, because it took nothing for 48 hours`,
  }
  return why[disabledFor]
}

const removalWords = (waiting: number) =>
  `Its secret, its answers and ${waiting > 0 ? `the ${waitingWords(waiting)} waiting for it` : 'its events'} are deleted. This cannot be undone. To keep them, disable it instead.`

const waitingWords = (events: number) => (events === 1 ? '1 event' : `${events} events`)
