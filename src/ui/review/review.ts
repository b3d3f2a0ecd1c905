import type { ComponentType } from 'react'
import type { AdminRecord } from '#src/domain/review/record.ts'
import type { Waiting } from '#src/domain/review/waiting.ts'
import type { DashboardQuery } from '#src/forms/admin/dashboard-query.ts'
import type { Right, Role } from '#src/forms/admin/roles.ts'
import type { FormState } from '#src/ui/forms/form-state.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

/** The whole content of the record page, as JSON. */
export type Review = {
  record: AdminRecord
  /** The cursors at which the lists begin. */
  from: AdminRecord['earlier']
  timezone: string
  role: Role
  username: string
  /** The colleagues who may become the owner, if the reader may hand over. */
  colleagues: string[]
  /** Whether nobody else may decide. */
  isAlone: boolean
  secondPersonAbove: number | null
  reviewHint: string | null
  isEditing: boolean
  /** The version and status of a refused decision. If a colleague has decided since, it is refused again. */
  expected: { version: number; status: string } | null
  /** What documents of the reader's own decisions will lack. */
  missing: { name: boolean; signature: boolean; isSaved: boolean }
  /** The name of the open dialog, or ''. */
  dialog: string
  /** The application that already has the typed address. */
  holder: string | null
  warnings: string[]
  /** Warnings about other companies that have the proposed code. */
  codeWarnings: string[]
  /** The list that the reader came from, and the next application in it. */
  list: DashboardQuery
  next: { id: string; businessName: string | null } | null
  /** `null` unless the application is submitted. */
  waiting: Waiting | null
  /** Working days */
  promisedTo: number
  /** The forms of the actions that the reader may do, by name. */
  forms: { [action: string]: FormState }
}

/** The state of the record page in the browser. */
export type Desk = {
  review: Review
  may: (right: Right) => boolean
  isEditing: boolean
  edit: (isEditing: boolean) => void
  /** The name of the open dialog, or ''. */
  dialog: string
  open: (dialog: string) => void
  /** Is called when the person has closed the dialog. */
  close: (dialog: string) => void
  /** Is called after an action. Closes its dialog, shows the warnings, and reads again. */
  finish: (warnings?: string[]) => Promise<void>
  /** Reads the page's data again. */
  refresh: () => Promise<void>
  /** Is called after a refused decision. Reads again, and closes the dialog if a colleague has decided since. */
  reconsider: (dialog: string, message: string | undefined) => Promise<void>
}

export type Part = { desk: Desk }

/** The browser's half of a desk action. `deskPosts` has the server's half. */
export type DeskAction = {
  right: Right
  /** The toast after the action. */
  done: Toast
  /** The dialog; without one, the form is on a card. */
  Dialog?: ComponentType<Part>
  /** The form on a card in which people type. */
  Card?: ComponentType<Part>
}
