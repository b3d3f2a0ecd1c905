import ApplicationReview, { type Props as ReviewProps } from '#islands/ApplicationReview.tsx'
import { possibleOwners } from '#src/domain/accounts/owners.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { refuseStale } from '#src/domain/applications/amend.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { askForInformation, withdrawRequest } from '#src/domain/requests/ask.ts'
import { approveApplication, confirmApproval } from '#src/domain/review/approve.ts'
import { codeUse } from '#src/domain/review/customer-codes.ts'
import { type Decided, rejectApplication } from '#src/domain/review/decide.ts'
import { editApplication } from '#src/domain/review/edit-application.ts'
import { addNote } from '#src/domain/review/notes.ts'
import { declineProposal } from '#src/domain/review/proposals.ts'
import { readAdminRecord } from '#src/domain/review/record.ts'
import { moveSignIn } from '#src/domain/review/sign-in-address.ts'
import {
  approval,
  declinedProposal,
  note as noteForm,
  proposalMark,
  rejection,
  signInAddress,
} from '#src/forms/admin/admin-forms.ts'
import { cardLabel } from '#src/forms/admin/record-cards.ts'
import { changedValues, readEdit } from '#src/forms/admin/record-edit.ts'
import { mayDo } from '#src/forms/admin/roles.ts'
import type { FieldName } from '#src/forms/fields/fields.ts'
import { informationRequest, oneRequest } from '#src/forms/requests/requests.ts'
import { Island, Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { page, titled } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { ownerActions } from '#src/http/requests/owner-actions.ts'
import { timelineQuery, timelineShown } from '#src/http/requests/timeline-cursor.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { AdminPage } from '#src/ui/admin/AdminPage.tsx'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused, success } from '#src/ui/toasts/toast-kinds.ts'

export const title = 'Application'

/**
 * The record as it is stored; `?edit` and `?dialog` open what a script would open without asking the server, and
 * `?history`, `?notes` and `?emails` turn to earlier ones.
 */
export function GET(c: Ctx) {
  const { edit, dialog = '', done = '' } = c.req.query()
  return reviewPage(c, { editing: edit !== undefined, dialog }, flash.get(done))
}

/** The forms of the page without scripts. */
export const POST = actions(
  { approve, reject, save, note, move, ask, withdraw, confirm, decline, ...ownerActions },
  failed,
  bodyLimits.directors,
)

function approve(c: Ctx, form: URLSearchParams) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'decide')
  const application = authorize(deps, admin, 'decide', idOf(c))
  const given = checkForm(approval, form)
  const { customerCode } = given
  const use = codeUse(deps, application, customerCode)
  if (use.companies.length > 0 && form.get('sharedCode') !== customerCode)
    return reviewPage(c, { dialog: 'approve', sharedCode: use, typed: typedIn(form) })
  const seen = { version: versionOf(form) }
  const outcome = approveApplication(deps, admin, idOf(c), given, seen)
  return decided(c, outcome.isProposed ? 'propose' : 'approve', outcome)
}

/** Of somebody else's proposal. */
function confirm(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'decide')
  const { proposal } = checkForm(proposalMark, form)
  const seen = { version: versionOf(form) }
  return decided(c, 'approve', confirmApproval(c.var.deps, admin, idOf(c), proposal, seen))
}

function decline(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'decide')
  declineProposal(c.var.deps, admin, idOf(c), checkForm(declinedProposal, form))
  return done(c, 'decline')
}

function reject(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'decide')
  const { reason } = checkForm(rejection, form)
  const seen = { version: versionOf(form) }
  return decided(c, 'reject', rejectApplication(c.var.deps, admin, idOf(c), reason, seen))
}

function save(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'amend')
  const record = readAdminRecord(c.var.deps, admin, idOf(c))
  const seen = versionOf(form)
  // before any mistake in it: the form holds every field, and would come back with the newest version
  refuseStale(record, seen)
  const changes = changedValues(record, readEdit([...form]))
  if (Object.keys(changes).length > 0) editApplication(c.var.deps, admin, record.id, changes, seen)
  return done(c, 'save')
}

function note(c: Ctx, form: URLSearchParams) {
  const { text } = checkForm(noteForm, { text: form.get('note') })
  addNote(c.var.deps, requireAdmin(c, 'annotate'), idOf(c), text)
  return done(c, 'note')
}

function move(c: Ctx, form: URLSearchParams) {
  const { email } = checkForm(signInAddress, { email: form.get('signInEmail') })
  moveSignIn(c.var.deps, requireAdmin(c, 'move-sign-in'), idOf(c), email)
  return done(c, 'move')
}

function ask(c: Ctx, form: URLSearchParams) {
  const { request } = checkForm(informationRequest, form)
  askForInformation(c.var.deps, requireAdmin(c, 'annotate'), idOf(c), request)
  return done(c, 'ask')
}

function withdraw(c: Ctx, form: URLSearchParams) {
  const { request } = checkForm(oneRequest, { request: form.get('asked') })
  withdrawRequest(c.var.deps, requireAdmin(c, 'annotate'), idOf(c), request)
  return done(c, 'withdraw')
}

const done = (c: Ctx, action: string) =>
  `/admin/applications/${encodeURIComponent(idOf(c))}?done=${action}`

/** Warnings stand on the page itself: a redirect would lose them. */
const decided = (c: Ctx, action: string, { warnings }: Decided) =>
  warnings.length > 0 ? reviewPage(c, { warnings }, flash.get(action)) : done(c, action)

function failed(c: Ctx, { action, form, status, errors, notice }: FailedPost) {
  const editing = action === 'save'
  const control = controls[action]
  const [error] = Object.values(errors)
  const shown = control && error ? { [control]: error } : errors
  // on a newer record all that was typed would take back what others have changed meanwhile
  const given =
    editing && status === 412
      ? { errors: typedBeside(c, form), typed: {} }
      : { errors: shown, typed: typedIn(form) }
  // what is wrong with a field stands in the summary
  const toast = notice === null ? undefined : refused(notice)
  return reviewPage(c, { ...given, editing, dialog: action }, toast, status)
}

/** What the form held, beside each field that has another value by now. */
function typedBeside(c: Ctx, form: URLSearchParams): Record<string, string> {
  const record = readAdminRecord(c.var.deps, requireAdmin(c, 'amend'), idOf(c))
  const others = Object.keys(changedValues(record, readEdit([...form]))) as FieldName[]
  return Object.fromEntries(
    others.map((name) => [
      name,
      `${cardLabel(name)} in your form: ${form.get(name)?.trim() || 'nothing'}`,
    ]),
  )
}

/** What the forms of one field call it. */
const controls: Record<string, string> = { note: 'note', move: 'signInEmail' }

/** The version that the page showed, as its forms carry it. */
const versionOf = (form: URLSearchParams) => Number(form.get('version')) || null

const typedIn = (form: URLSearchParams): Record<string, string> => Object.fromEntries(form)

/** What the page says after an action without scripts. */
const flash = new Map<string, Toast>([
  ['approve', adminToasts.approved],
  ['propose', adminToasts.proposed],
  ['decline', success('The proposal has ended')],
  ['reject', adminToasts.rejected],
  ['save', adminToasts.updated],
  ['note', success('Note added')],
  ['ask', success('The customer has been asked by email')],
  ['withdraw', success('Request withdrawn')],
  ['take', success('The application is yours')],
  ['hand-over', success('Application handed over')],
  ['release', success('Application released')],
  ['move', success('Sign-in address changed')],
])

type PageProps = { company: Company; review: ReviewProps | null; flash: Toast | null }

export default function ApplicationDetail({ company, review, flash }: PageProps) {
  return (
    <AdminPage company={company} flash={flash}>
      {review ? (
        <Island of={ApplicationReview} props={review} />
      ) : (
        <div className="centre">
          <h1>Application Not Found</h1>
          <p className="lead">There is no application with this reference number.</p>
          <ButtonLink variant="primary" href="/admin/dashboard">
            Back to Dashboard
          </ButtonLink>
        </div>
      )}
      <Script name="admin-frame" />
    </AdminPage>
  )
}

function reviewPage(c: Ctx, given: Partial<ReviewProps>, toast?: Toast, status = 200) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'read')
  try {
    const record = readAdminRecord(deps, admin, idOf(c), timelineShown(c))
    noteAccess(deps, admin, 'record read', record.id)
    const review = {
      record,
      query: timelineQuery(c),
      errors: {},
      warnings: [],
      sharedCode: null,
      typed: {},
      dialog: '',
      timezone: deps.env.APP_TIMEZONE,
      role: admin.role,
      username: admin.username,
      owners: possibleOwners(deps).map(({ username }) => username),
      secondPersonAbove: companyOf(deps).secondPersonAbove,
      ...given,
      editing: given.editing === true && mayDo(admin.role, 'amend'),
    }
    const name = `Application #${record.id}, ${record.businessName ?? 'N/A'}`
    return page(ApplicationDetail, { review, flash: toast ?? null }, titled(name, status))
  } catch (error) {
    if (failureOf(c, error).status !== 404) throw error
    const notFound = { status: 404, title: 'Application Not Found' }
    return page(ApplicationDetail, { review: null, flash: null }, notFound)
  }
}

const idOf = (c: Ctx) => c.req.param('id') ?? ''
