import { type SubmissionResult, useForm } from '@conform-to/react'
import RejectApplication from '#islands/RejectApplication.tsx'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { refuseStale } from '#src/domain/applications/application.ts'
import { askForInformation, withdrawRequest } from '#src/domain/portal/requests.ts'
import { lookUpNow } from '#src/domain/registers/look-up.ts'
import { closeAccount, reopenAccount, reviewAccount } from '#src/domain/review/account.ts'
import {
  approveApplication,
  confirmApproval,
  correctCode,
  rejectApplication,
} from '#src/domain/review/decide.ts'
import { addNote, editApplication, moveSignIn, setOwner } from '#src/domain/review/edit.ts'
import { declineProposal } from '#src/domain/review/proposals.ts'
import { readAdminRecord } from '#src/domain/review/record.ts'
import { sendAgain } from '#src/domain/review/send-again.ts'
import { checkResult } from '#src/forms/admin/checks.ts'
import { recordHref } from '#src/forms/admin/dashboard-query.ts'
import { cardLabel, changedValues, editValues, readEdit } from '#src/forms/admin/record-cards.ts'
import {
  accountClosing,
  accountReview,
  approval,
  codeCorrection,
  colleague,
  declinedProposal,
  internalNote,
  proposalMark,
  recordEdit,
  rejection,
  signInAddress,
} from '#src/forms/admin/review-forms.ts'
import { mayDo, type Right, type Role } from '#src/forms/admin/roles.ts'
import { type FieldName, fields as fieldTable } from '#src/forms/fields/fields.ts'
import { oneRegister } from '#src/forms/integrations/registers.ts'
import { informationRequest, oneRequest } from '#src/forms/requests/request-schema.ts'
import { Island, Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf, HttpError } from '#src/http/errors.ts'
import { fileForms, isMultipart, takeCheck } from '#src/http/files/multipart.ts'
import { formState } from '#src/http/form-state.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { type Action, actions, type FailedPost, perform } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, checkValues } from '#src/http/requests/form-request.ts'
import { type Asked, listAsked, reviewOf } from '#src/http/requests/review-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { AdminPage } from '#src/ui/admin/AdminPage.tsx'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { faultsOf, namedFaultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { CloseAccount, ReopenAccount, Reviewed } from '#src/ui/review/Account.tsx'
import { Checks } from '#src/ui/review/Checks.tsx'
import { Approve, CorrectCode } from '#src/ui/review/Decisions.tsx'
import {
  AskDialog,
  Emails,
  HandOver,
  History,
  MoveSignIn,
  Notes,
  Requests,
} from '#src/ui/review/DeskCards.tsx'
import { ReviewHeader } from '#src/ui/review/Head.tsx'
import { ProposalCard, ProposalDialogs } from '#src/ui/review/Proposal.tsx'
import { EditRecord, Notices, RecordCards } from '#src/ui/review/RecordCards.tsx'
import type { Part, Review } from '#src/ui/review/review.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { refused, success, type Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Application'

export const body = { ...bodyLimits.directors, files: fileForms.attachments }

/** `?edit` shows the fields and `?dialog` a dialog without scripts; `?done` names what was done. */
export function GET(c: Ctx) {
  const { edit, dialog = '', done = '' } = c.req.query()
  return reviewPage(c, { isEditing: edit !== undefined, dialog, done }, flash.get(done))
}

type Post = {
  deps: Deps
  id: string
  form: URLSearchParams
  expected: { version: number | null; status?: string }
  may: (right: Right) => Admin
}

type Done = string | undefined

/** By the action that a form names; one returns another word for what was done. */
const handlers: Record<string, (post: Post) => Done | Promise<Done>> = {
  approve({ deps, may, id, form, expected }) {
    const admin = may('decide')
    const given = checkForm(approval, form)
    // without scripts it is always asked about a code that another company has
    given.sharedCode ??= ''
    if (approveApplication(deps, admin, id, given, expected).isProposed) return 'propose'
  },
  confirm({ deps, may, id, form, expected }) {
    confirmApproval(deps, may('decide'), id, checkForm(proposalMark, form).proposal, expected)
    return 'approve'
  },
  decline({ deps, may, id, form }) {
    declineProposal(deps, may('decide'), id, checkForm(declinedProposal, form))
  },
  reject({ deps, may, id, form, expected }) {
    rejectApplication(deps, may('decide'), id, checkForm(rejection, form).reason, expected)
  },
  correct({ deps, may, id, form, expected: { version } }) {
    correctCode(deps, may('decide'), id, checkForm(codeCorrection, form), version)
  },
  save({ deps, may, id, form, expected: { version } }) {
    const admin = may('amend')
    const record = readAdminRecord(deps, admin, id)
    // before any mistake in it: the form would come back with the newest version
    refuseStale(record, version)
    const changes = changedValues(record, readEdit([...form]))
    if (Object.keys(changes).length > 0)
      editApplication(deps, admin, id, checkValues(recordEdit, changes), version)
  },
  note({ deps, may, id, form }) {
    addNote(deps, may('annotate'), id, checkForm(internalNote, form).note)
  },
  async 'look-up'({ deps, may, id, form }) {
    await lookUpNow(deps, may('annotate'), id, checkForm(oneRegister, form).register)
    return undefined
  },
  review({ deps, may, id, form, expected: { version } }) {
    reviewAccount(deps, may('decide'), id, checkForm(accountReview, form), version)
  },
  close({ deps, may, id, form, expected: { version } }) {
    closeAccount(deps, may('decide'), id, checkForm(accountClosing, form), version)
  },
  reopen({ deps, may, id, expected: { version } }) {
    reopenAccount(deps, may('decide'), id, version)
  },
  'send-again'({ deps, may, id, form }) {
    sendAgain(deps, may('decide'), id, Number(form.get('email')) || 0)
  },
  move({ deps, may, id, form }) {
    moveSignIn(deps, may('move-sign-in'), id, checkForm(signInAddress, form).signInEmail)
  },
  ask({ deps, may, id, form }) {
    askForInformation(deps, may('annotate'), id, checkForm(informationRequest, form).request)
  },
  withdraw({ deps, may, id, form }) {
    withdrawRequest(deps, may('annotate'), id, checkForm(oneRequest, form).request)
  },
  take({ deps, may, id, form }) {
    const admin = may('decide')
    setOwner(deps, admin, id, form.get('owner') || null, admin.username)
  },
  release({ deps, may, id, form }) {
    setOwner(deps, may('decide'), id, form.get('owner') || null, null)
  },
  'hand-over'({ deps, may, id, form }) {
    const admin = may('decide')
    setOwner(deps, admin, id, form.get('owner') || null, checkForm(colleague, form).colleague)
  },
}

/** Without scripts these leave the fields that are edited. */
const leavesEdit = ['approve', 'propose', 'reject', 'save']

const reviewActions: Record<string, Action> = Object.fromEntries(
  Object.entries(handlers).map(([name, handle]) => [
    name,
    async (c, form) => {
      const id = idOf(c)
      const status = form.get('status')
      const expected = { version: Number(form.get('version')) || null, ...(status && { status }) }
      const may = (right: Right) => requireAdmin(c, right)
      const done = (await handle({ deps: c.var.deps, id, form, expected, may })) ?? name
      return addressAfter(c, done)
    },
  ]),
)

function addressAfter(c: Ctx, done: string) {
  const isEditing = c.req.query('edit') !== undefined && !leavesEdit.includes(done)
  const address = recordHref(idOf(c), listAsked(c))
  return `${address}${address.includes('?') ? '&' : '?'}${isEditing ? 'edit=1&' : ''}done=${done}`
}

/** The record's present values, each with what was typed where that differs. */
function replyWithTyping(c: Ctx, form: URLSearchParams): SubmissionResult {
  const record = readAdminRecord(c.var.deps, requireAdmin(c, 'amend'), idOf(c))
  const others = Object.keys(changedValues(record, readEdit([...form]))) as FieldName[]
  const error = others.map((name) => [
    name,
    [`${cardLabel(name)} in your form: ${form.get(name)?.trim() || 'nothing'}`],
  ])
  return { status: 'error', error: Object.fromEntries(error) }
}

const idOf = (c: Ctx) => c.req.param('id') ?? ''

/** A check may have a file, hence the encoding. */
export function POST(c: Ctx) {
  const form = new URLSearchParams()
  return isMultipart(c)
    ? perform(c, { action: 'check', form, handler: takeOneCheck }, failed, flash)
    : takeForm(c)
}

async function takeOneCheck(c: Ctx, form: URLSearchParams) {
  await takeCheck(c, requireAdmin(c, 'annotate'), idOf(c), form)
  return addressAfter(c, 'check')
}

function failed(c: Ctx, { action, form, status, message, notice, holder, reply }: FailedPost) {
  requireAdmin(c, 'read')
  // the page would come without the form, and what was typed in it would go
  if (status === 403) throw new HttpError(status, message)
  const isEditing = action === 'save' || c.req.query('edit') !== undefined
  // only then the page shows what a colleague recorded, so that the next try may replace it
  if (action === 'check' && status === 412) form.delete('expected')
  // on a newer record, what was typed would take back other people's changes
  const again = action === 'save' && status === 412 ? replyWithTyping(c, form) : reply()
  const toast = notice === null ? undefined : refused(notice)
  const expected = { version: Number(form.get('version')), status: form.get('status') ?? '' }
  const props = {
    refused: { action, reply: again, notice, holder, expected },
    isEditing,
    dialog: action,
  }
  return reviewPage(c, props, toast, status)
}

const flash = new Map<string, Toast>([
  ['approve', adminToasts.approved],
  ['propose', adminToasts.proposed],
  ['decline', success('The proposal has ended')],
  ['reject', adminToasts.rejected],
  ['correct', success('Customer code corrected', 'The customer gets the new code by email.')],
  ['review', success('Account reviewed')],
  ['close', success('Account closed')],
  ['reopen', success('Account reopened')],
  ['save', adminToasts.updated],
  ['note', success('Note added')],
  ['check', success('Check recorded')],
  ['look-up', success('The register has answered')],
  ['ask', success('Your question is on its way to the customer')],
  ['withdraw', success('Request withdrawn')],
  ['take', success('You now own this application')],
  ['hand-over', success('Application handed over')],
  ['release', success('Application released')],
  ['send-again', success('The email is on its way again')],
  ['move', success('Sign-in address changed')],
])

const takeForm = actions(reviewActions, failed, flash)

type PageProps = { company: Company; role: Role; review: Review | null; flash: Toast | null }

export const data = ({ review }: PageProps) => ({ review })

export default function ApplicationDetail({ company, role, review, flash }: PageProps) {
  return (
    <AdminPage company={company} reader={role} flash={flash}>
      {review ? (
        <Parts review={review} />
      ) : (
        <div className="centre">
          <h1>Application Not Found</h1>
          <p className="lead">There is no application with this reference number.</p>
          <ButtonLink variant="primary" href="/admin/dashboard">
            Back to Dashboard
          </ButtonLink>
        </div>
      )}
      <Script name="in-place" />
      <Script name="refresh" />
      <Script name="review" />
    </AdminPage>
  )
}

function Parts({ review }: { review: Review }) {
  const { record, role, isEditing, refused } = review
  const lastResultOf = (action: string) => ({
    lastResult: refused?.action === action ? refused.reply : undefined,
  })
  const approve = usePageForm('approve-form', approval, {
    ...lastResultOf('approve'),
    defaultValue: { customerCode: (record.status === 'rejected' && record.customerCode) || '' },
  })
  const edit = useForm<Record<string, string>>({
    ...{ id: 'edit', defaultValue: editValues(record) },
    ...lastResultOf('save'),
  })
  const decline = usePageForm('decline-form', declinedProposal, lastResultOf('decline'))
  const ask = usePageForm('ask-form', informationRequest, lastResultOf('ask'))
  const handOver = usePageForm('hand-over-form', colleague, lastResultOf('hand-over'))
  const note = usePageForm('note', internalNote, lastResultOf('note'))
  const check = usePageForm('check', checkResult, lastResultOf('check'))
  const move = usePageForm('move-sign-in', signInAddress, lastResultOf('move'))
  const correct = usePageForm('correct-form', codeCorrection, lastResultOf('correct'))
  const reviewed = usePageForm('review-form', accountReview, {
    ...lastResultOf('review'),
    defaultValue: { reviewDate: review.usualReview ?? '' },
  })
  const closing = usePageForm('close-form', accountClosing, {
    ...lastResultOf('close'),
    defaultValue: { closedOn: review.today },
  })
  // the question about a shared code is no mistake
  const {
    'approve-form-sharedCode': _,
    'correct-form-sharedCode': __,
    ...faults
  } = Object.assign(
    {},
    ...[approve, correct, reviewed, closing, decline, ask, handOver, note, check, move].map(
      ([form]) => faultsOf(form),
    ),
    namedFaultsOf(edit[0], fieldTable),
  )
  const part = { review, may: (right: Right) => mayDo(role, right) }
  return (
    <div className="sections">
      <div>
        <ErrorSummary faults={faults} />
        <ReviewHeader {...part} />
        <div className="pulse" aria-hidden="true" />
        {part.may('decide') && (
          <>
            <Approve {...part} form={approve} />
            <Island of={RejectApplication} props={rejectPropsOf(part, lastResultOf('reject'))} />
            <ProposalDialogs {...part} form={decline} />
            <CorrectCode {...part} form={correct} />
            <Reviewed {...part} form={reviewed} />
            <CloseAccount {...part} form={closing} />
            <ReopenAccount review={review} />
          </>
        )}
        <AskDialog {...part} form={ask} />
        <HandOver {...part} form={handOver} />
        <MoveSignIn {...part} form={move} />
      </div>
      <Notices review={review} />
      <Checks {...part} form={check} />
      <ProposalCard {...part} />
      <Requests {...part} />
      {isEditing ? (
        <>
          <EditRecord review={review} form={edit} />
          <Emails {...part} />
        </>
      ) : (
        <RecordCards review={review}>
          <Emails {...part} />
        </RecordCards>
      )}
      <Notes {...part} form={note} />
      <History review={review} />
    </div>
  )
}

function rejectPropsOf({ review, may }: Part, state: { lastResult: SubmissionResult | undefined }) {
  const { record, missing, expected, list, timezone, dialog } = review
  const { id, version, status, mail } = record
  return {
    record: { id, version, status, mail },
    closesQuestion: record.requests.some(({ answeredAt, closedAt }) => !answeredAt && !closedAt),
    missing,
    expected,
    list,
    timezone,
    maySetUpMail: may('settings'),
    state: formState(rejection, state),
    servedOpen: dialog === 'reject',
  }
}

function reviewPage(c: Ctx, asked: Asked, toast?: Toast, status = 200) {
  const admin = requireAdmin(c, 'read')
  const { role } = admin
  try {
    const review = reviewOf(c, admin, idOf(c), asked)
    const name = `Application #${review.record.id}, ${review.record.businessName ?? 'N/A'}`
    return page(ApplicationDetail, { role, review, flash: toast ?? null }, titled(name, status))
  } catch (error) {
    if (failureOf(c, error).status !== 404) throw error
    const notFound = { status: 404, title: 'Application Not Found' }
    return page(ApplicationDetail, { role, review: null, flash: null }, notFound)
  }
}
