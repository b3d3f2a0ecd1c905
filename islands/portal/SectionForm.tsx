import { FormProvider } from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Director } from '#src/domain/applications/application.ts'
import type { PortalRecord } from '#src/domain/portal/portal.ts'
import { messages } from '#src/forms/fields/field.ts'
import { fields, labelOf } from '#src/forms/fields/fields.ts'
import {
  editedFields,
  followedElsewhere,
  openFields,
  type PortalSection,
  portalNameOf,
  storedValues,
} from '#src/forms/portal/portal.ts'
import { errorsOnPage } from '#src/forms/registration/errors-on-page.ts'
import { idOf } from '#src/forms/registration/sections.ts'
import type { Status } from '#src/forms/statuses.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState, Kind, Reply } from '#src/ui/forms/form-state.ts'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { put } from '#src/ui/forms/send.ts'
import { type Refusal, useServerForm } from '#src/ui/forms/server-form.ts'
import { asText, type Values } from '#src/ui/forms/values.ts'
import { addressOf } from '#src/ui/portal/Sections.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { Directors } from '../registration-form/Directors.tsx'
import { FormField, useAbroad } from '../registration-form/FormField.tsx'
import { WithCopies } from '../registration-form/SameAs.tsx'

export type Stored = { record: PortalRecord; directors: Director[] }

type SectionFormProps = {
  section: PortalSection
  stored: Stored
  reply: Reply | null
  email: string
  /** Today in the supplier's time zone, as `YYYY-MM-DD`. */
  today: string
  /** Whether the first field takes the focus, because the client has just opened the edit. */
  takesFocus: boolean
  /** Reads the record again, or returns the last known one if that fails. */
  readAgain: () => Promise<Stored>
  onSaved: (saved: Stored) => Promise<void>
  onCancel: () => void
}

/** Edits one section. The form keeps the values that it was opened with, even if the page is read again meanwhile. */
export function SectionForm(props: SectionFormProps) {
  const { section, stored, reply, email, today, onCancel } = props
  const posted = reply?.initialValue?.version
  // If an older version was refused, its original values are not known.
  const [opened, setOpened] = useState(posted === undefined ? stored : null)
  const unanswered = useRef<Values[]>([])
  const { record } = opened ?? stored
  const { status } = record
  const before = opened ? answersIn(section, opened) : {}
  // Answering a question on this page raises the version too.
  const isSame = changesBetween(before, answersIn(section, stored)).length === 0
  const version = Number(opened ? (isSame ? stored : opened).record.version : posted)
  const form = useServerForm<string, PortalRecord>({
    id: 'section',
    of: stateOf(
      section,
      status,
      opened ? storedValues(section, opened.record, opened.directors) : {},
      reply,
    ),
    page: addressOf({ tab: section, editing: section }),
    send: put(`/api/client/application/${section}`, tagOf(record, version)),
    isCheckedByServer: true,
    body: (values) => (section === 'directors' ? { directors: values.directors ?? [] } : values),
    errorsAt: (errors, data) => errorsOnPage(data, errors, portalNameOf),
    failed: clientToasts.updateFailed,
    success: (saved) =>
      Number(saved.version) === version ? clientToasts.unchanged : clientToasts.updated,
    refused({ status }, values) {
      // The save may have been stored although no answer arrived.
      if (status === 0 || status >= 500) unanswered.current.push(values)
    },
    resend,
    done: (saved, { directors }) =>
      props.onSaved({
        record: saved,
        directors: section === 'directors' ? rowsIn(directors) : stored.directors,
      }),
  })
  const { abroad, onBlur } = useAbroad(
    storedValues(section, record, stored.directors),
    form.form.value,
  )
  useFirstFocus(form.element, props.takesFocus)

  /**
   * Refuses the first save if somebody else has saved this section, so that the client sees the change. Saves of other
   * sections, and from this page, do not matter.
   */
  async function resend(_: Refusal, values: Values) {
    const now = await props.readAgain()
    if (now.record.version === version) return null
    const after = answersIn(section, now)
    const theirs = changesBetween(before, after).filter(
      (name) => ![values, ...unanswered.current].some((own) => isSaid(own[name], after[name])),
    )
    flushSync(() => setOpened(now))
    if (theirs.length > 0) return null
    return put(`/api/client/application/${section}`, tagOf(now.record, Number(now.record.version)))
  }

  return (
    <>
      <Form
        of={form}
        idOf={idOf}
        // Several fields show the saved value in the same words.
        labels={reply?.error?.[''] ? labelsOf(section) : undefined}
        autoComplete="off"
        onBlur={onBlur}
        hidden={{ section, application: String(record.id), version }}
      >
        {/* This is the form's default button, so that Enter in a field means Save. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <FormProvider context={form.form.context}>
          {section === 'directors' ? (
            <Directors formId={form.id} error={form.form.allErrors.directors?.[0]} />
          ) : (
            <WithCopies
              formId={form.id}
              nameOf={portalNameOf}
              others={followedElsewhere(section, record)}
              names={openFields(section, status)}
              savedOf={(name) =>
                form.valueOf(portalNameOf(name)) ?? followedElsewhere(section, record)[name] ?? ''
              }
              isTicked={({ box }) => reply?.initialValue?.[box] !== undefined}
              draw={(name, readOnly) => {
                const sentAs = portalNameOf(name)
                const signIn = `We write to this address about your application. You sign in with ${email}.`
                return (
                  <FormField
                    key={name}
                    name={name}
                    sentAs={sentAs}
                    hint={name === 'mainEmail' ? signIn : undefined}
                    value={(form.valueOf(sentAs) ?? '') as string | string[]}
                    error={form.fields[sentAs]?.errors?.[0]}
                    readOnly={readOnly}
                    today={today}
                    abroad={abroad}
                  />
                )
              }}
            />
          )}
        </FormProvider>
        <div className="actions">
          <SubmitButton waiting="Saving...">Save</SubmitButton>
          <Button type="submit" form="cancel">
            Cancel
          </Button>
        </div>
      </Form>
      <form
        id="cancel"
        hidden
        method="get"
        action={`/client-portal#edit-${section}`}
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.pending) onCancel()
        }}
      >
        <input type="hidden" name="tab" value={section} />
      </form>
    </>
  )
}

const labelsOf = (section: PortalSection) =>
  Object.fromEntries(
    editedFields(section).map((name) => [portalNameOf(name), labelOf(fields[name])]),
  )

const tagOf = ({ id }: PortalRecord, version: number) => `${id}.v${version}`

const answersIn = (section: PortalSection, { record, directors }: Stored): Values => ({
  ...storedValues(section, record, directors),
  ...followedElsewhere(section, record),
})

const changesBetween = (before: Values, after: Values) =>
  Object.keys(after).filter((name) => !isSaid(before[name], after[name]))

const isSaid = (one: unknown, other: unknown) => asText(one) === asText(other)

const rowsIn = (sent: unknown): Director[] =>
  ((sent ?? []) as { name?: string; position?: string }[]).flatMap(({ name, position }, at) =>
    name?.trim() ? [{ id: -1 - at, name, position: position || null }] : [],
  )

/** Builds the state from the table of fields; the server checks the answers. */
function stateOf(
  section: PortalSection,
  status: Status,
  values: FormState['values'],
  reply: Reply | null,
): FormState {
  const names = openFields(section, status)
  const kinds = names.map((name): [string, Kind] => [portalNameOf(name), kindOf(name)])
  const texts = names.map((name): [string, { wrong: string }] => [
    portalNameOf(name),
    { wrong: messages.noDay(fields[name].message ?? '') },
  ])
  return {
    constraint: {},
    kinds: section === 'directors' ? { directors: 'rows' } : Object.fromEntries(kinds),
    texts: Object.fromEntries(texts),
    values,
    reply,
  }
}

function kindOf(name: keyof typeof fields): Kind {
  const { type } = fields[name]
  if (type === 'choices') return 'list'
  return type === 'yesNo' ? 'boolean' : 'text'
}

function useFirstFocus(element: { current: HTMLFormElement | null }, isAsked: boolean) {
  useEffect(() => {
    if (!isAsked) return
    const field = [...(element.current?.elements ?? [])].find(
      (control) =>
        control instanceof HTMLTextAreaElement ||
        (control instanceof HTMLInputElement && control.type !== 'hidden'),
    )
    ;(field as HTMLElement | undefined)?.focus()
  }, [element, isAsked])
}
