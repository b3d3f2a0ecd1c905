import type { AgreedTerms } from '#src/forms/admin/agreed-terms.ts'
import type { FieldName } from '#src/forms/fields/fields.ts'
import type { AttachmentKind } from '#src/forms/requests/attachments.ts'
import type { Pause } from '#src/ui/record/waiting-days.ts'
import type { MailStatusRecord } from './emails/MailNotice.tsx'

/** What the admin's calls answer, as the pages use it. Instants are ISO, dates `YYYY-MM-DD`. */
export type ListedApplication = {
  id: string
  businessName: string | null
  businessTypes: string[] | null
  buyerName: string | null
  mainEmail: string | null
  completionPercentage: number | null
  status: string | null
  createdAt: string | null
  submittedAt: string | null
  /** Who has taken it; `null` for nobody. */
  owner: string | null
  /** When it waited for its customer. */
  pauses: Pause[]
  /** An approval waits for a second person. */
  isProposed: boolean
}

export type Listing = {
  applications: ListedApplication[]
  total: number
  totalIsMinimum: boolean
  nextCursor: string | null
}

export type Analytics = {
  totalApplications?: number
  completionRate?: number
  pendingReview?: number
  approvedToday?: number
  monthlyStats: { month: string; completionRate: number }[]
  businessTypeStats: { name: string; count: number }[]
}

export type RecentUpdate = {
  id: string
  businessName: string | null
  status: string
  updatedAt: string
  section: string | null
  summary: string
}

/** One application as the admin reads it, and beside it what only reviewers see. */
export type AdminRecord = Partial<Record<FieldName, string | boolean | string[] | null>> & {
  id: string
  /** Goes up with every change; an edit says which one it was made from. */
  version: number
  businessName: string | null
  status: string
  completionPercentage: number
  createdAt: string
  submittedAt: string | null
  /** Who has taken it; `null` for nobody. */
  owner: string | null
  customerCode: string | null
  rejectionReason: string | null
  businessTypes: string[]
  directors: DirectorEntry[]
  /** The sealed documents that it has. */
  documents: ('signed' | 'countersigned')[]
  /** What keeps emails from going out; `null` while all is well. */
  mail: MailStatusRecord | null
  authSignature: string | null
  position: string | null
  agreementDate: string | null
  financeSignature: string | null
  financeDecision: string | null
  financeDate: string | null
  /** The address that the client signs in with; `null` while there is no account. */
  signInEmail: string | null
  /** An approval that waits for a second person; `null` without one. */
  proposal: ShownProposal | null
  /** What accounts agreed with the approval; `null` while nothing is. */
  agreed: AgreedTerms | null
  /** What the customer was asked for, newest first. */
  requests: InformationRequest[]
  /** Doubts about what was typed, and other applications that share it. */
  flags: { field: string; text: string; href?: string }[]
  history: HistoryEntry[]
  notes: { at: string; by: string; text: string }[]
  emails: { kind: string; state: string; at: string; reason: string | null }[]
  /** Where each of the three lists goes on; `null` when it is shown to its end. */
  earlier: Record<'history' | 'notes' | 'emails', number | null>
}

/** An approval that waits for a second person; `mark` names it. */
export type ShownProposal = {
  proposedBy: string
  proposedAt: string
  customerCode: string
  agreed: AgreedTerms
  /** Nobody can confirm it any more. */
  isVoid: boolean
  mark: string
}

/** A question to the customer: open until it is answered or closed. */
export type InformationRequest = {
  id: number
  text: string
  askedBy: string
  askedAt: string
  remindedAt: string | null
  answer: string | null
  answeredAt: string | null
  closedAt: string | null
  files: { id: number; name: string; kind: AttachmentKind; size: number; sha256: string }[]
}

export type DirectorEntry = { id: number; name: string; position: string | null }

/** Who did what and when, newest first. */
export type HistoryEntry = {
  at: string
  by: string
  action: string
  changes: { field: string; before: string | null; after: string | null }[]
}

/** A customer code and the other companies that have it. */
export type CodeUse = { code: string; companies: string[] }
