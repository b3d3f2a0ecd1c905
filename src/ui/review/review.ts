import type { FieldMetadata, FormMetadata, SubmissionResult } from '@conform-to/react'
import type { AdminRecord } from '#src/domain/review/record.ts'
import type { Waiting } from '#src/domain/review/waiting.ts'
import type { DashboardQuery } from '#src/forms/admin/dashboard-query.ts'
import type { Right, Role } from '#src/forms/admin/roles.ts'

export type Review = {
  record: AdminRecord
  /** Where the lists begin. */
  from: AdminRecord['earlier']
  timezone: string
  role: Role
  username: string
  owners: string[]
  secondPersonAbove: number | null
  usualReview: string | null
  reviewHint: string | null
  /** `YYYY-MM-DD`, where the supplier is. */
  today: string
  isEditing: boolean
  /** What a refused decision was based on, when a colleague has decided since: it is refused again. */
  expected: { version: number; status: string } | null
  /** What documents of the reader’s own decisions will lack. */
  missing: { name: boolean; signature: boolean }
  dialog: string
  /** The refused form, and why, unless its fields say it. */
  refused: {
    action: string
    reply: SubmissionResult
    notice: string | null
    /** The application that has the address that was typed. */
    holder: string | null
  } | null
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
}

export type Part = { review: Review; may: (right: Right) => boolean }

/** A part with a form of these fields. */
export type FormPart<Name extends string> = Part & {
  form: readonly [FormMetadata, Record<Name, FieldMetadata>]
}
