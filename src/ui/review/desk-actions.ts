import { close, reopen, review } from './Account.tsx'
import { ask, move } from './Asking.tsx'
import { check, lookUp } from './Checks.tsx'
import { approve, correct, reject } from './Decisions.tsx'
import { note, sendAgain, withdraw } from './DeskCards.tsx'
import { save } from './EditRecord.tsx'
import { handOver, release, take } from './Owner.tsx'
import { confirm, decline } from './Proposal.tsx'
import type { DeskAction } from './review.ts'

/** The desk actions by the names that their forms post. */
export const deskActions = {
  approve,
  reject,
  confirm,
  decline,
  correct,
  review,
  close,
  reopen,
  ask,
  'hand-over': handOver,
  move,
  save,
  note,
  check,
  'look-up': lookUp,
  withdraw,
  take,
  release,
  'send-again': sendAgain,
} satisfies Record<string, DeskAction>

export type DeskActionName = keyof typeof deskActions
