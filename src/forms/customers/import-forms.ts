import { z } from 'zod'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'

/** What is wrong with a cell, or with the whole row when `field` is `null`. */
export type LineFault = { line: number; field: string | null; message: string }

/** What became of a file; `imported` is `null` when it was only checked. */
export type ImportReport = {
  fileName: string
  rows: number
  /** Rows that can be imported. */
  good: number
  imported: number | null
  faults: LineFault[]
}

/** What is sent with a file; `invite` emails its customers a link to the portal. */
export const importForm = ownPassword.extend({
  file: z.unknown().optional(),
  invite: z.literal('yes').optional(),
})
