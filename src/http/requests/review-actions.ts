import type { SubmissionResult } from '@conform-to/react'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
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
import type { Right } from '#src/forms/admin/roles.ts'
import type { FieldName } from '#src/forms/fields/fields.ts'
import { informationRequest, oneRequest } from '#src/forms/requests/requests.ts'
import type { Ctx } from '#src/http/context.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import type { Action } from './actions.ts'
import { checkForm, checkValues } from './form-request.ts'

type Post = {
  deps: Deps
  id: string
  form: URLSearchParams
  seen: { version: number | null }
  may: (right: Right) => Admin
}

/** By the action that a form names; one returns another word for what was done. */
const handlers: Record<string, (post: Post) => string | undefined> = {
  approve({ deps, may, id, form, seen }) {
    const admin = may('decide')
    const given = checkForm(approval, form)
    // without scripts it is always asked about a code that another company has
    given.sharedCode ??= ''
    if (approveApplication(deps, admin, id, given, seen).isProposed) return 'propose'
  },
  confirm({ deps, may, id, form, seen }) {
    confirmApproval(deps, may('decide'), id, checkForm(proposalMark, form).proposal, seen)
    return 'approve'
  },
  decline({ deps, may, id, form }) {
    declineProposal(deps, may('decide'), id, checkForm(declinedProposal, form))
  },
  reject({ deps, may, id, form, seen }) {
    rejectApplication(deps, may('decide'), id, checkForm(rejection, form).reason, seen)
  },
  save({ deps, may, id, form, seen: { version } }) {
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
    takeApplication(deps, may('decide'), { id, seen: form.get('owner') || null })
  },
  release({ deps, may, id, form }) {
    releaseApplication(deps, may('decide'), { id, seen: form.get('owner') || null })
  },
  'hand-over'({ deps, may, id, form }) {
    const change = { id, seen: form.get('owner') || null }
    handOver(deps, may('decide'), change, checkForm(colleague, form).colleague)
  },
}

/** Without scripts these leave the fields that are edited. */
const leavesEdit = ['approve', 'propose', 'reject', 'save']

export const reviewActions: Record<string, Action> = Object.fromEntries(
  Object.entries(handlers).map(([name, handle]) => [
    name,
    (c, form) => {
      const id = idOf(c)
      const seen = { version: Number(form.get('version')) || null }
      const may = (right: Right) => requireAdmin(c, right)
      const done = handle({ deps: c.var.deps, id, form, seen, may }) ?? name
      const isEditing = c.req.query('edit') !== undefined && !leavesEdit.includes(done)
      return `/admin/applications/${encodeURIComponent(id)}?${isEditing ? 'edit=1&' : ''}done=${done}`
    },
  ]),
)

/** The record's values of now; what was typed stands at each field that has another one. */
export function typedBeside(c: Ctx, form: URLSearchParams): SubmissionResult {
  const record = readAdminRecord(c.var.deps, requireAdmin(c, 'amend'), idOf(c))
  const others = Object.keys(changedValues(record, readEdit([...form]))) as FieldName[]
  const error = others.map((name) => [
    name,
    [`${cardLabel(name)} in your form: ${form.get(name)?.trim() || 'nothing'}`],
  ])
  return { status: 'error', error: Object.fromEntries(error) }
}

const idOf = (c: Ctx) => c.req.param('id') ?? ''
