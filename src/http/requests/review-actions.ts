import { refuseStale } from '#src/domain/applications/application.ts'
import { askForInformation, withdrawRequest } from '#src/domain/portal/requests.ts'
import {
  approveApplication,
  confirmApproval,
  rejectApplication,
} from '#src/domain/review/decide.ts'
import {
  addNote,
  editApplication,
  handOver,
  moveSignIn,
  releaseApplication,
  takeApplication,
} from '#src/domain/review/edit.ts'
import { declineProposal } from '#src/domain/review/proposals.ts'
import { readAdminRecord } from '#src/domain/review/record.ts'
import { cardLabel, changedValues, readEdit } from '#src/forms/admin/record-cards.ts'
import {
  approval,
  colleague,
  declinedProposal,
  internalNote,
  proposalMark,
  recordEdit,
  rejection,
  signInAddress,
} from '#src/forms/admin/review-forms.ts'
import type { FieldName } from '#src/forms/fields/fields.ts'
import { informationRequest, oneRequest } from '#src/forms/requests/requests.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import type { Action } from './actions.ts'
import { checkForm, checkValues } from './form-request.ts'

/** The forms of the review page by the action they name; each leads back to the page, which says what was done. */
export const reviewActions: Record<string, Action> = {
  approve,
  reject,
  save,
  note,
  move,
  ask,
  withdraw,
  confirm,
  decline,
  take,
  release,
  'hand-over': giveTo,
}

function approve(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'decide')
  // without scripts it is always asked about a code that another company has
  const given = checkForm(approval, withField(form, 'sharedCode'))
  const seen = { version: versionOf(form) }
  const { isProposed } = approveApplication(c.var.deps, admin, idOf(c), given, seen)
  return done(c, isProposed ? 'propose' : 'approve')
}

/** Of somebody else's proposal. */
function confirm(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'decide')
  const { proposal } = checkForm(proposalMark, form)
  confirmApproval(c.var.deps, admin, idOf(c), proposal, { version: versionOf(form) })
  return done(c, 'approve')
}

function decline(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'decide')
  declineProposal(c.var.deps, admin, idOf(c), checkForm(declinedProposal, form))
  return done(c, 'decline')
}

function reject(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'decide')
  const { reason } = checkForm(rejection, form)
  rejectApplication(c.var.deps, admin, idOf(c), reason, { version: versionOf(form) })
  return done(c, 'reject')
}

function save(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'amend')
  const record = readAdminRecord(c.var.deps, admin, idOf(c))
  const seen = versionOf(form)
  // before any mistake in it: the form holds every field, and would come back with the newest version
  refuseStale(record, seen)
  const changes = changedValues(record, readEdit([...form]))
  if (Object.keys(changes).length > 0)
    editApplication(c.var.deps, admin, record.id, checkValues(recordEdit, changes), seen)
  return done(c, 'save')
}

function note(c: Ctx, form: URLSearchParams) {
  const { note } = checkForm(internalNote, form)
  addNote(c.var.deps, requireAdmin(c, 'annotate'), idOf(c), note)
  return done(c, 'note')
}

function move(c: Ctx, form: URLSearchParams) {
  const { signInEmail } = checkForm(signInAddress, form)
  moveSignIn(c.var.deps, requireAdmin(c, 'move-sign-in'), idOf(c), signInEmail)
  return done(c, 'move')
}

function ask(c: Ctx, form: URLSearchParams) {
  const { request } = checkForm(informationRequest, form)
  askForInformation(c.var.deps, requireAdmin(c, 'annotate'), idOf(c), request)
  return done(c, 'ask')
}

function withdraw(c: Ctx, form: URLSearchParams) {
  const { request } = checkForm(oneRequest, form)
  withdrawRequest(c.var.deps, requireAdmin(c, 'annotate'), idOf(c), request)
  return done(c, 'withdraw')
}

function take(c: Ctx, form: URLSearchParams) {
  takeApplication(c.var.deps, requireAdmin(c, 'decide'), ownerSeen(c, form))
  return done(c, 'take')
}

function release(c: Ctx, form: URLSearchParams) {
  releaseApplication(c.var.deps, requireAdmin(c, 'decide'), ownerSeen(c, form))
  return done(c, 'release')
}

function giveTo(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'decide')
  const given = checkForm(colleague, form)
  handOver(c.var.deps, admin, ownerSeen(c, form), given.colleague)
  return done(c, 'hand-over')
}

/** Without scripts these lead away from the fields that are edited. */
const leavesEdit = ['approve', 'propose', 'reject', 'save']

function done(c: Ctx, action: string) {
  const edit = c.req.query('edit') !== undefined && !leavesEdit.includes(action) ? 'edit=1&' : ''
  return `/admin/applications/${encodeURIComponent(idOf(c))}?${edit}done=${action}`
}

/** The application, and the owner that the page showed. */
const ownerSeen = (c: Ctx, form: URLSearchParams) => ({
  id: idOf(c),
  seen: form.get('owner') || null,
})

/** The version that the page showed, as its forms carry it. */
const versionOf = (form: URLSearchParams) => Number(form.get('version')) || null

function withField(form: URLSearchParams, name: string) {
  if (!form.has(name)) form.set(name, '')
  return form
}

/** What the form held, beside each field that has another value by now. */
export function typedBeside(c: Ctx, form: URLSearchParams): Record<string, string> {
  const record = readAdminRecord(c.var.deps, requireAdmin(c, 'amend'), idOf(c))
  const others = Object.keys(changedValues(record, readEdit([...form]))) as FieldName[]
  return Object.fromEntries(
    others.map((name) => [
      name,
      `${cardLabel(name)} in your form: ${form.get(name)?.trim() || 'nothing'}`,
    ]),
  )
}

const idOf = (c: Ctx) => c.req.param('id') ?? ''
