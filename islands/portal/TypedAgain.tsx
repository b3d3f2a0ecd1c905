import type { PortalSection } from '#src/forms/portal/portal.ts'
import { portalTitles } from '#src/forms/portal/portal.ts'
import type { Status } from '#src/forms/statuses.ts'
import type { FormState, Reply } from '#src/ui/forms/form-state.ts'
import { OpenQuestion } from '#src/ui/portal/Requests.tsx'
import { SignInAddress } from '#src/ui/portal/SignInAddress.tsx'
import { SectionForm } from './SectionForm.tsx'

export type TypedForm =
  | { of: 'section'; section: PortalSection; status: Status; reply: Reply }
  | { of: 'answer'; state: FormState<'request' | 'answer'> }
  | { of: 'move'; state: FormState<'email' | 'password'> }

type Props = { form: TypedForm; application: string; today: string }

/** Shows a portal form that was sent without a session: what was typed, and nothing that is stored. */
export function TypedAgain({ form, application, today }: Props) {
  switch (form.of) {
    case 'section': {
      const { section, status, reply } = form
      const version = Number(reply.initialValue?.version)
      return (
        <section className="card" aria-labelledby="title">
          <h1 id="title">{portalTitles[section]}</h1>
          <SectionForm
            {...{ section, reply, today }}
            stored={{ record: { id: application, version, status, closedOn: null }, directors: [] }}
            email=""
            takesFocus={false}
            readAgain={never}
            onSaved={never}
            onCancel={never}
          />
        </section>
      )
    }
    case 'answer':
      return (
        <OpenQuestion
          {...{ application, state: form.state }}
          open={{ id: Number(form.state.reply?.initialValue?.request) }}
          onAnswered={never}
          onClosed={never}
        />
      )
    case 'move':
      return (
        <section className="card">
          <SignInAddress
            {...{ application, state: form.state }}
            email=""
            isClosed={false}
            requested={null}
            onRequested={never}
          />
        </section>
      )
  }
}

/** This page is not an island, so its form posts. */
const never = () => Promise.reject(new Error('Nothing runs here in the browser'))
