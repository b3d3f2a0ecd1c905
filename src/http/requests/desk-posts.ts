import type { z } from 'zod'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { refuseStale } from '#src/domain/applications/application.ts'
import {
  closeTradeAccount,
  reopenTradeAccount,
  reviewTradeAccount,
} from '#src/domain/decisions/trade-account.ts'
import { askForInformation, withdrawRequest } from '#src/domain/portal/requests.ts'
import { lookUpNow } from '#src/domain/registers/look-up.ts'
import {
  approveApplication,
  confirmApproval,
  correctCode,
  rejectApplication,
} from '#src/domain/review/decide.ts'
import { addNote, editApplication, moveSignIn, setOwner } from '#src/domain/review/edit.ts'
import { declineProposal } from '#src/domain/review/proposals.ts'
import { type AdminRecord, readAdminRecord } from '#src/domain/review/record.ts'
import { sendAgain } from '#src/domain/review/send-again.ts'
import { changedValues, readEdit } from '#src/forms/admin/record-cards.ts'
import {
  accountClosing,
  accountReview,
  approval,
  checkResult,
  codeCorrection,
  colleague,
  declinedProposal,
  emailToSend,
  internalNote,
  noFields,
  ownerSeen,
  proposalMark,
  recordEdit,
  rejection,
  signInAddress,
} from '#src/forms/admin/review-forms.ts'
import { oneRegister } from '#src/forms/integrations/register-forms.ts'
import { informationRequest, oneRequest } from '#src/forms/requests/request-schema.ts'
import type { DeskActionName } from '#src/ui/review/desk-actions.ts'
import { checkForm, checkValues } from './form-request.ts'

type Post = {
  deps: Deps
  /** The member of staff who has the right to the action. */
  admin: Admin
  id: string
  form: URLSearchParams
  expected: { version: number | null; status?: string }
}

type Facts = {
  record: AdminRecord
  usualReview: string | null
  /** The date as `YYYY-MM-DD` in the supplier's time zone. */
  today: string
}

export type DeskPost = {
  schema: z.ZodType<unknown, Record<string, unknown>>
  /** Returns the values with which the form's fields start. */
  values?: (facts: Facts) => Record<string, unknown>
  /**
   * Runs the action. Returns a different word if the outcome differs from the usual one. It is `null` for a form with
   * a file.
   */
  run: ((post: Post) => Promise<string | undefined>) | null
}

/** Runs each action of the record page. The rights, texts and dialogs of the actions are in `deskActions`. */
export const deskPosts: Record<DeskActionName, DeskPost> = {
  approve: post(
    approval,
    ({ deps, admin, id, expected }, input) => {
      // without scripts, staff are always asked about a code that another company has
      const { isProposed } = approveApplication(
        deps,
        admin,
        id,
        { ...input, sharedCode: input.sharedCode ?? '' },
        expected,
      )
      return isProposed ? 'propose' : undefined
    },
    ({ record }) => ({
      customerCode: record.status === 'rejected' ? record.customerCode : '',
    }),
  ),
  confirm: post(proposalMark, ({ deps, admin, id, expected }, { proposal }) => {
    confirmApproval(deps, admin, id, proposal, expected)
    return 'approve'
  }),
  decline: post(declinedProposal, ({ deps, admin, id }, input) => {
    declineProposal(deps, admin, id, input)
  }),
  reject: post(rejection, ({ deps, admin, id, expected }, { reason }) => {
    rejectApplication(deps, admin, id, reason, expected)
  }),
  correct: post(codeCorrection, ({ deps, admin, id, expected }, input) => {
    correctCode(deps, admin, id, input, expected.version)
  }),
  save: {
    schema: recordEdit,
    async run({ deps, admin, id, form, expected: { version } }) {
      const record = readAdminRecord(deps, admin, id)
      // checked before mistakes in the form, because the page comes back with the newest version
      refuseStale(record, version)
      const changes = changedValues(record, readEdit([...form]))
      if (Object.keys(changes).length > 0)
        editApplication(deps, admin, id, checkValues(recordEdit, changes), version)
      return undefined
    },
  },
  note: post(internalNote, ({ deps, admin, id }, { note }) => addNote(deps, admin, id, note)),
  check: {
    schema: checkResult,
    values: ({ record }) => ({ check: record.checks[0]?.name }),
    run: null,
  },
  'look-up': post(oneRegister, ({ deps, admin, id }, { register }) =>
    lookUpNow(deps, admin, id, register),
  ),
  review: post(
    accountReview,
    ({ deps, admin, id, expected }, input) => {
      reviewTradeAccount(deps, admin, id, input, expected.version)
    },
    ({ usualReview }) => ({ reviewDate: usualReview }),
  ),
  close: post(
    accountClosing,
    ({ deps, admin, id, expected }, input) => {
      closeTradeAccount(deps, admin, id, input, expected.version)
    },
    ({ today }) => ({ closedOn: today }),
  ),
  reopen: post(noFields, ({ deps, admin, id, expected }) => {
    reopenTradeAccount(deps, admin, id, expected.version)
  }),
  'send-again': post(emailToSend, ({ deps, admin, id }, { email }) =>
    sendAgain(deps, admin, id, email),
  ),
  move: post(signInAddress, ({ deps, admin, id }, { signInEmail }) => {
    moveSignIn(deps, admin, id, signInEmail)
  }),
  ask: post(informationRequest, ({ deps, admin, id }, { request }) => {
    askForInformation(deps, admin, id, request)
  }),
  withdraw: post(oneRequest, ({ deps, admin, id }, { request }) => {
    withdrawRequest(deps, admin, id, request)
  }),
  take: post(ownerSeen, ({ deps, admin, id }, { owner }) => {
    setOwner(deps, admin, id, owner, admin.username)
  }),
  release: post(ownerSeen, ({ deps, admin, id }, { owner }) =>
    setOwner(deps, admin, id, owner, null),
  ),
  'hand-over': post(colleague, ({ deps, admin, id }, input) => {
    setOwner(deps, admin, id, input.owner, input.colleague)
  }),
}

/** Reads the form by the schema before it runs the action. */
function post<Input extends Record<string, unknown>, Given>(
  schema: z.ZodType<Given, Input>,
  run: (post: Post, given: Given) => unknown,
  values?: DeskPost['values'],
): DeskPost {
  return {
    schema: schema as DeskPost['schema'],
    ...(values && { values }),
    async run(post) {
      const word = await run(post, checkForm(schema, post.form))
      return typeof word === 'string' ? word : undefined
    },
  }
}
