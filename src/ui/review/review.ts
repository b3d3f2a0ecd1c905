import type { ComponentType } from 'react'
import type { AdminRecord } from '#src/domain/review/record.ts'
import type { Waiting } from '#src/domain/review/waiting.ts'
import type { DashboardQuery } from '#src/forms/admin/dashboard-query.ts'
import type { Right, Role } from '#src/forms/admin/roles.ts'
import type { FormState } from '#src/ui/forms/form-state.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

/** Everything on the record page, as JSON. */
export type Review = {
  record: AdminRecord
  /** Where the lists begin. */
  from: AdminRecord['earlier']
  timezone: string
  role: Role
  username: string
  /** Who may become the owner, for those who may hand over. */
  colleagues: string[]
  /** Nobody else may decide. */
  isAlone: boolean
  secondPersonAbove: number | null
  reviewHint: string | null
  isEditing: boolean
  /** What a refused decision was based on, when a colleague has decided since: it is refused again. */
  expected: { version: number; status: string } | null
  /** What documents of the reader’s own decisions will lack. */
  missing: { name: boolean; signature: boolean; isSaved: boolean }
  /** The name of the open one. */
  dialog: string
  /** The application that has the address that was typed. */
  holder: string | null
  warnings: string[]
  /** Other companies with the code that is proposed. */
  codeWarnings: string[]
  /** The list that one came from, and what comes next in it. */
  list: DashboardQuery
  next: { id: string; businessName: string | null } | null
  /** `null` unless it is submitted. */
  waiting: Waiting | null
  /** Working days. */
  promisedTo: number
  /** Of the actions that the reader may do, by their names. */
  forms: { [action: string]: FormState }
}

/** The record page while somebody works on it. */
export type Desk = {
  review: Review
  may: (right: Right) => boolean
  isEditing: boolean
  edit: (isEditing: boolean) => void
  /** The name of the open one. */
  dialog: string
  open: (dialog: string) => void
  /** The person has closed it. */
  close: (dialog: string) => void
  /** After an action: closes its dialog, shows the warnings, and reads again. */
  finish: (warnings?: string[]) => Promise<void>
  /** Reads again. */
  refresh: () => Promise<void>
  /** After a refused decision: reads again, and closes the dialog when a colleague has decided since. */
  reconsider: (dialog: string, message: string | undefined) => Promise<void>
}

export type Part = { desk: Desk }

/** One thing that a person does on the record page; what it runs is in `deskPosts`. */
export type DeskAction = {
  right: Right
  /** Said afterwards. */
  done: Toast
  /** Without one, its form stands on a card. */
  Dialog?: ComponentType<Part>
}
