import { accept } from '#src/domain/refusal.ts'
import { readSave, type Save } from '#src/forms/registration/save-payload.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits, readJson } from './body.ts'

/** Reads the save payload of a request; refuses what is not one. */
export const saveOf = async (c: Ctx): Promise<Save> =>
  accept(readSave(await readJson(c, bodyLimits.application)))

/** What the registration calls answer of an application. */
export const receiptOf = (application: {
  id: string
  status: string
  completionPercentage: number
}) => ({
  id: application.id,
  status: application.status,
  completionPercentage: application.completionPercentage,
})
