import type { AdminRecord } from '#src/domain/review/record.ts'
import { readQuery } from '#src/forms/admin/dashboard-query.ts'
import type { Status } from '#src/forms/statuses.ts'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { type DeskActionName, deskActions } from './desk-actions.ts'
import type { Desk, DeskAction, Review } from './review.ts'

type Props = { action: DeskActionName; id: string; state: FormState }

/** Shows the form of a desk action that was sent without a session: what was typed, and nothing that is stored. */
export function TypedAgain({ action, id, state }: Props) {
  const { Dialog, Card }: DeskAction = deskActions[action]
  const Shown = Dialog ?? Card
  return (
    <div className="sections">
      <h1>{`Application #${id}`}</h1>
      {Shown && <Shown desk={deskOf(action, id, state)} />}
    </div>
  )
}

/** Returns a desk with the values that the posted form has. */
function deskOf(action: DeskActionName, id: string, state: FormState): Desk {
  const posted = (name: string) => String(state.reply?.initialValue?.[name] ?? '')
  const record = {
    id,
    version: Number(posted('version')),
    status: (posted('status') || 'submitted') as Status,
    accountType: posted('creditLimit') ? 'credit' : 'cash',
    owner: posted('owner') || null,
    proposal: { mark: posted('proposal') } as unknown as AdminRecord['proposal'],
    checks: [{ name: posted('check'), event: 0 }] as AdminRecord['checks'],
    requests: [],
    mail: null,
    closedOn: null,
    signInEmail: null,
  } satisfies Partial<AdminRecord>
  const review = {
    record: record as unknown as AdminRecord,
    colleagues: [posted('colleague')],
    isAlone: false,
    secondPersonAbove: null,
    reviewHint: null,
    expected: null,
    missing: { name: false, signature: false, isSaved: false },
    holder: null,
    codeWarnings: [],
    username: '',
    timezone: 'UTC',
    list: readQuery(new URLSearchParams(posted('list'))),
    forms: { [action]: state },
    dialog: action,
  } satisfies Partial<Review>
  return {
    review: review as unknown as Review,
    may: () => false,
    isEditing: action === 'save',
    dialog: action,
    edit: nothing,
    open: nothing,
    close: nothing,
    finish: nowhere,
    refresh: nowhere,
    reconsider: nowhere,
  }
}

/** This page is not an island, so its form posts. */
const nothing = () => {}
const nowhere = async () => {}
