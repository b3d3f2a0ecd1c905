import type { FieldMetadata, SubmissionResult } from '@conform-to/react'
import type { listEndpoints } from '#src/domain/integrations/webhook-endpoints.ts'
import { webhookEventNames, webhookEvents } from '#src/forms/integrations/integration-texts.ts'
import { RowForm } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton, ButtonLink } from '#src/ui/fields/Button.tsx'
import { CheckboxGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { boxesOf, inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Endpoint = ReturnType<typeof listEndpoints>[number]

type Props = {
  page: string
  endpoint: Endpoint
  /** The reply to a refused request for a new secret. */
  lastResult: SubmissionResult | undefined
  timezone: string
}

export function EndpointCard({ page, endpoint, lastResult, timezone }: Props) {
  const { id, address, events, version, oldSecretUntil, waiting } = endpoint
  const rows = {
    Address: address,
    'Told when': events.map((event) => webhookEvents[event]).join('\n') || 'Never',
    State: stateOf(endpoint, timezone),
    ...(waiting > 0 && { Waiting: waitingWords(waiting) }),
    ...(oldSecretUntil && {
      'Old secret': `Also signs until ${longTime(oldSecretUntil, timezone)}`,
    }),
  }
  return (
    <RecordCard
      wide
      id={`endpoint-${id}`}
      title={new URL(address).host}
      rows={Object.entries(rows).map(([label, value]) => ({ label, value }))}
    >
      <Deliveries endpoint={endpoint} timezone={timezone} />
      <RowForm of={['id', id]} lastResult={lastResult}>
        <input type="hidden" name="version" value={version} />
        <ButtonLink small href={`${page}?edit=change&id=${id}`} aria-label={`Change: ${address}`}>
          Change
        </ButtonLink>
        <ActionButton name="test" about={address}>
          Send Test Event
        </ActionButton>
        <ActionButton name="secret" about={address}>
          New Secret
        </ActionButton>
      </RowForm>
      <details className="no-print">
        <summary>Remove this endpoint</summary>
        <PostForm action={page} className="fields">
          <input type="hidden" name="id" value={id} />
          <p>{removalWords(waiting)}</p>
          <div className="actions">
            <ActionButton name="remove" about={address} variant="danger">
              Remove
            </ActionButton>
          </div>
        </PostForm>
      </details>
    </RecordCard>
  )
}

type EndpointFieldsProps = { fields: Record<'address' | 'events', FieldMetadata> }

export const EndpointFields = ({ fields: { address, events } }: EndpointFieldsProps) => (
  <>
    <TextField
      {...inputOf(address, 'url')}
      required
      width="full"
      label="Address"
      hint="Where the events are posted, such as https://erp.example.com/countersign"
      autoComplete="off"
      spellCheck={false}
    />
    <CheckboxGroup
      {...boxesOf(events)}
      label="Events"
      options={webhookEventNames.map((value) => ({
        value,
        label: webhookEvents[value],
        hint: value,
      }))}
    />
  </>
)

function stateOf({ events, failingSince }: Endpoint, timezone: string): string {
  if (events.length === 0) return 'Off, because no event is chosen'
  return failingSince ? `Failing since ${longTime(failingSince, timezone)}` : 'On'
}

const removalWords = (waiting: number) =>
  `Its secret, its answers and ${waiting > 0 ? `the ${waitingWords(waiting)} waiting for it` : 'its events'} are deleted. This cannot be undone.`

const waitingWords = (events: number) => (events === 1 ? '1 event' : `${events} events`)

function Deliveries({ endpoint, timezone }: Pick<Props, 'endpoint' | 'timezone'>) {
  const { failed, answers, address } = endpoint
  const [newest] = answers
  return (
    <>
      {failed.length > 0 && (
        <>
          <h3>Failed events</h3>
          <ul className="sessions">
            {failed.map(({ id, event, application, reason, at }) => (
              <li key={id}>
                <div>
                  <code>{event}</code>{' '}
                  {application && <a href={`/admin/applications/${application}`}>{application}</a>}
                  <p className="hint">{`${reason}, ${longTime(at, timezone)}`}</p>
                </div>
                <PostForm className="actions no-print">
                  <input type="hidden" name="event" value={id} />
                  <ActionButton name="resend" about={`event ${id}`}>
                    Resend
                  </ActionButton>
                  <ActionButton name="discard" about={`event ${id}`}>
                    Discard
                  </ActionButton>
                </PostForm>
              </li>
            ))}
          </ul>
        </>
      )}
      {newest ? (
        <details>
          <summary>{`Last answers (newest: ${newest.words}, ${longTime(newest.at, timezone)})`}</summary>
          <ul className="sessions" aria-label={`Answers of ${address}`}>
            {answers.map(({ id, event, words, at, text }) => (
              <li key={id}>
                <div>
                  <code>{event}</code>
                  <p className="hint">{`${words}, ${longTime(at, timezone)}`}</p>
                  {text && <pre className="answer">{text}</pre>}
                </div>
              </li>
            ))}
          </ul>
        </details>
      ) : (
        <p className="quiet">No events have been sent yet.</p>
      )}
    </>
  )
}
