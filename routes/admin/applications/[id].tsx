import ApplicationReview, { type Props as ReviewProps } from '#islands/ApplicationReview.tsx'
import type { Admin } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { refuseStale } from '#src/domain/applications/amend.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { codeUse } from '#src/domain/review/customer-codes.ts'
import { approveApplication, rejectApplication } from '#src/domain/review/decide.ts'
import { editApplication } from '#src/domain/review/edit-application.ts'
import { addNote } from '#src/domain/review/notes.ts'
import { readAdminRecord } from '#src/domain/review/record.ts'
import { moveSignIn } from '#src/domain/review/sign-in-address.ts'
import { approval, note, rejection, signInAddress } from '#src/forms/admin/admin-forms.ts'
import { changedValues, readEdit } from '#src/forms/admin/record-edit.ts'
import { Island, Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { describeError, HttpError, httpMessages } from '#src/http/errors.ts'
import { page } from '#src/http/page.ts'
import { bodyLimits, readForm } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { timelineCursor, timelineQuery } from '#src/http/requests/timeline-cursor.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { AdminPage } from '#src/ui/admin/AdminPage.tsx'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Application'

/**
 * The record as it is stored; `?edit` and `?dialog` open what a script would open without asking the server, and
 * `?history`, `?notes` and `?emails` turn to earlier ones.
 */
export function GET(c: Ctx) {
  const { edit, dialog, done } = c.req.query()
  return drawn(c, { editing: edit !== undefined, dialog: dialog ?? '' }, flash.get(done ?? ''))
}

/** The page's actions without scripts; each returns to the page with its result or its errors. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c)
  const form = Object.fromEntries(await readForm(c, bodyLimits.directors))
  const { deed = '' } = form
  const act = deeds.get(deed)
  if (!act) throw new HttpError(400, httpMessages.notFound)
  try {
    if (deed === 'approve') {
      const use = sharedCode(c, admin, form)
      if (use) return drawn(c, { dialog: deed, sharedCode: use, typed: form })
    }
    const warnings = act(c, admin, form)
    if (warnings.length > 0) return drawn(c, { warnings }, flash.get(deed))
    return c.redirect(`${pathOf(c)}?done=${deed}`, 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { errors = {} } = error.details
    const editing = deed === 'save'
    const given = {
      errors: underFormNames(deed, errors),
      editing,
      dialog: deed,
      // on a newer record all that was typed would take back what others have changed meanwhile
      typed: editing && error.kind === 'stale' ? {} : form,
    }
    const failed: Toast = { kind: 'error', title: 'Error', text: error.message }
    return drawn(c, given, failed, describeError(error).status)
  }
}

type Deed = (c: Ctx, admin: Admin, form: Record<string, string>) => string[]

/** Each returns its warnings. A Map, so that a posted "constructor" finds no action. */
const deeds = new Map<string, Deed>([
  ['approve', approve],
  ['reject', reject],
  ['save', save],
  ['note', annotate],
  ['move', move],
])

function approve(...[c, admin, form]: Parameters<Deed>) {
  const { customerCode } = checkForm(approval, form)
  const seen = { version: versionOf(form) }
  return approveApplication(c.var.deps, admin, idOf(c), customerCode, seen).warnings
}

/** Another company's code that the form has not yet confirmed. */
function sharedCode(...[c, admin, form]: Parameters<Deed>) {
  const application = authorize(c.var.deps, admin, 'decide', idOf(c))
  const { customerCode } = checkForm(approval, form)
  const use = codeUse(c.var.deps, application, customerCode)
  return use.companies.length > 0 && form.sharedCode !== customerCode ? use : null
}

function reject(...[c, admin, form]: Parameters<Deed>) {
  const { reason } = checkForm(rejection, form)
  const seen = { version: versionOf(form) }
  return rejectApplication(c.var.deps, admin, idOf(c), reason, seen).warnings
}

function save(...[c, admin, form]: Parameters<Deed>) {
  const { deps } = c.var
  const record = readAdminRecord(deps, admin, idOf(c))
  // before any mistake in it: the form holds every field, and its redrawing names the newest version
  refuseStale(record, versionOf(form))
  const changes = changedValues(record, readEdit(Object.entries(form)))
  if (Object.keys(changes).length > 0)
    editApplication(deps, admin, idOf(c), changes, versionOf(form))
  return []
}

function annotate(...[c, admin, form]: Parameters<Deed>) {
  addNote(c.var.deps, admin, idOf(c), checkForm(note, { text: form.note }).text)
  return []
}

function move(...[c, admin, form]: Parameters<Deed>) {
  const { email } = checkForm(signInAddress, { email: form.signInEmail })
  moveSignIn(c.var.deps, admin, idOf(c), email)
  return []
}

/** The version that the page showed, as its forms carry it. */
const versionOf = (form: Record<string, string>) => Number(form.version) || null

/** A schema's names, as the page's controls call them. */
function underFormNames(deed: string, errors: Record<string, string>) {
  const renamed: Record<string, string> = { note: 'text', move: 'email' }
  const from = renamed[deed]
  const to = deed === 'note' ? 'note' : 'signInEmail'
  return from && errors[from] ? { [to]: errors[from] } : errors
}

/** What the page says after an action without scripts. */
const flash = new Map<string, Toast>([
  ['approve', adminToasts.approved],
  ['reject', adminToasts.rejected],
  ['save', adminToasts.updated],
  ['note', { kind: 'success', title: 'Note added' }],
  ['move', { kind: 'success', title: 'Sign-in address changed' }],
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

function drawn(c: Ctx, given: Partial<ReviewProps>, toast?: Toast, status = 200) {
  const { deps } = c.var
  const admin = requireAdmin(c)
  try {
    const record = readAdminRecord(deps, admin, idOf(c), timelineCursor(c))
    noteAccess(deps, admin, 'record read', record.id)
    const review = {
      record,
      query: timelineQuery(c),
      editing: false,
      errors: {},
      warnings: [],
      sharedCode: null,
      typed: {},
      dialog: '',
      timezone: deps.env.APP_TIMEZONE,
      ...given,
    }
    const name = `Application #${record.id}, ${record.businessName ?? 'N/A'}`
    return page(
      ApplicationDetail,
      { review, flash: toast ?? null },
      { status, title: status === 200 ? name : `Error: ${name}` },
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'unknown') throw error
    const notFound = { status: 404, title: 'Application Not Found' }
    return page(ApplicationDetail, { review: null, flash: null }, notFound)
  }
}

const idOf = (c: Ctx) => c.req.param('id') ?? ''
const pathOf = (c: Ctx) => `/admin/applications/${encodeURIComponent(idOf(c))}`
