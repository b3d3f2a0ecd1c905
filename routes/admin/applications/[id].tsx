import type { SubmissionResult } from '@conform-to/react'
import Review from '#islands/Review.tsx'
import { readAdminRecord } from '#src/domain/review/record.ts'
import { recordHref } from '#src/forms/admin/dashboard-query.ts'
import { cardLabel, changedValues, readEdit } from '#src/forms/admin/record-cards.ts'
import type { Role } from '#src/forms/admin/roles.ts'
import type { FieldName } from '#src/forms/fields/fields.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf, HttpError } from '#src/http/errors.ts'
import { fileForms, isMultipart, takeCheck } from '#src/http/files/multipart.ts'
import { formState } from '#src/http/form-state.ts'
import { page, titled } from '#src/http/page.ts'
import { type Action, actions, type FailedPost, perform } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { type DeskPost, deskPosts } from '#src/http/requests/desk-posts.ts'
import { replyTo } from '#src/http/requests/form-request.ts'
import { type Asked, listAsked, readReview } from '#src/http/requests/review-request.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { AdminPage } from '#src/ui/admin/AdminPage.tsx'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { type DeskActionName, deskActions } from '#src/ui/review/desk-actions.ts'
import type { DeskAction, Review as ReviewProps } from '#src/ui/review/review.ts'
import { TypedAgain } from '#src/ui/review/TypedAgain.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { refused, type Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Application'

export const body = { ...bodyLimits.directors, files: fileForms.attachments }

/** Without scripts, `?edit` shows the fields and `?dialog` a dialog. `?done` names the action that was just done. */
export function GET(c: Ctx) {
  const { edit, dialog = '', done = '' } = c.req.query()
  return reviewPage(c, { isEditing: edit !== undefined, dialog, done }, flash.get(done))
}

/** A check may have a file, so the forms are multipart. */
export function POST(c: Ctx) {
  const form = new URLSearchParams()
  return isMultipart(c)
    ? perform(c, { action: 'check', form, handler: takeOneCheck }, failed, flash)
    : takeForm(c)
}

const names = Object.keys(deskActions) as DeskActionName[]

const flash = new Map<string, Toast>([
  ...names.map((name) => [name, deskActions[name].done] as const),
  ['propose', adminToasts.proposed],
])

const takeForm = actions(
  Object.fromEntries(
    names.flatMap((name) => {
      const { run } = deskPosts[name]
      return run ? [[name, actionOf(name, run)]] : []
    }),
  ),
  failed,
  flash,
)

function actionOf(name: DeskActionName, run: NonNullable<DeskPost['run']>): Action {
  return async function act(c, form) {
    const admin = requireAdmin(c, deskActions[name].right)
    const status = form.get('status')
    const version = Number(form.get('version')) || null
    const expected = status ? { version, status } : { version }
    const word = await run({ deps: c.var.deps, admin, id: idOf(c), form, expected })
    return addressAfter(c, word ?? name)
  }
}

async function takeOneCheck(c: Ctx, form: URLSearchParams) {
  await takeCheck(c, requireAdmin(c, deskActions.check.right), idOf(c), form)
  return addressAfter(c, 'check')
}

/** Without scripts, these actions leave the page that edits the fields. */
const leavesEdit = ['approve', 'propose', 'reject', 'save']

function addressAfter(c: Ctx, done: string) {
  const isEditing = c.req.query('edit') !== undefined && !leavesEdit.includes(done)
  const address = recordHref(idOf(c), listAsked(c))
  return `${address}${address.includes('?') ? '&' : '?'}${isEditing ? 'edit=1&' : ''}done=${done}`
}

const idOf = (c: Ctx) => c.req.param('id') ?? ''

function failed(c: Ctx, { action, form, status, message, notice, holder, reply }: FailedPost) {
  requireAdmin(c, 'read')
  if (status === 403) {
    const again = typedPage(c, action, reply(''))
    if (!again) throw new HttpError(status, message)
    return { ...again, ...titled(title, status) }
  }
  const isEditing = action === 'save' || c.req.query('edit') !== undefined
  // Only now the page shows what a colleague recorded, so only the next try may replace it.
  if (action === 'check' && status === 412) form.delete('expected')
  // On a newer record, the typed values would undo other people's changes.
  const again = action === 'save' && status === 412 ? replyWithTyping(c, form, message) : reply('')
  const toast = notice === null ? undefined : refused(notice)
  const expected = { version: Number(form.get('version')), status: form.get('status') ?? '' }
  const asked = { isEditing, dialog: action, refused: { action, reply: again, holder, expected } }
  return reviewPage(c, asked, toast, status)
}

export const typedAgain = (c: Ctx, form: URLSearchParams) =>
  typedPage(c, isMultipart(c) ? 'check' : form.get('action'), replyTo(form, {}))

/** Returns a page with only the form, or `null` for an action that has no text or needs the record in view. */
function typedPage(c: Ctx, action: string | null, lastResult: SubmissionResult) {
  const name = names.find((known) => known === action)
  if (!name || name === 'confirm' || !hasForm(deskActions[name])) return null
  const state = formState(deskPosts[name].schema, { lastResult })
  // the guard that ended the request before this route knows no parameter
  const id = c.req.path.split('/').at(-1) ?? ''
  return page(TypedPage, { action: name, id, state })
}

const hasForm = ({ Dialog, Card }: DeskAction) => Boolean(Dialog ?? Card)

type TypedPageProps = Parameters<typeof TypedAgain>[0] & { company: Company }

const TypedPage = ({ company, ...form }: TypedPageProps) => (
  <AdminPage company={company} reader={null} flash={null} holdsTyping>
    <TypedAgain {...form} />
  </AdminPage>
)

/** Returns the record's current values, replaced by the typed ones where they differ. */
function replyWithTyping(c: Ctx, form: URLSearchParams, message: string): SubmissionResult {
  const record = readAdminRecord(c.var.deps, requireAdmin(c, 'amend'), idOf(c))
  const others = Object.keys(changedValues(record, readEdit([...form]))) as FieldName[]
  const error = others.map((name) => [
    name,
    [`${cardLabel(name)} in your form: ${form.get(name)?.trim() || 'nothing'}`],
  ])
  return { status: 'error', error: { '': [message], ...Object.fromEntries(error) } }
}

type PageProps = { company: Company; role: Role; review: ReviewProps | null; flash: Toast | null }

/** Returns the part of the page that no call answers. */
export function data({ review }: PageProps) {
  const { record: _, ...rest } = review as ReviewProps
  return rest
}

export default function ApplicationDetail({ company, role, review, flash }: PageProps) {
  return (
    <AdminPage company={company} reader={role} flash={flash}>
      {review ? (
        <Island of={Review} props={review} />
      ) : (
        <div className="centre">
          <h1>Application Not Found</h1>
          <p className="lead">There is no application with this reference number.</p>
          <ButtonLink variant="primary" href="/admin/dashboard">
            Back to Dashboard
          </ButtonLink>
        </div>
      )}
    </AdminPage>
  )
}

function reviewPage(c: Ctx, asked: Asked, toast?: Toast, status = 200) {
  const admin = requireAdmin(c, 'read')
  const { role } = admin
  try {
    const review = readReview(c, admin, idOf(c), asked)
    const name = `Application #${review.record.id}, ${review.record.businessName ?? 'N/A'}`
    return page(ApplicationDetail, { role, review, flash: toast ?? null }, titled(name, status))
  } catch (error) {
    if (failureOf(c, error).status !== 404) throw error
    const notFound = { status: 404, title: 'Application Not Found' }
    return page(ApplicationDetail, { role, review: null, flash: null }, notFound)
  }
}
