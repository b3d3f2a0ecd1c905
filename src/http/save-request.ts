import { Refusal } from '#src/domain/refusal.ts'
import { readSave, type Save } from '#src/forms/save-payload.ts'
import { bodyLimits, readJson } from './body.ts'
import type { Ctx } from './context.ts'

/** Reads the save payload of a request; refuses what is not one. */
export async function saveOf(c: Ctx): Promise<Save> {
  const read = readSave(await readJson(c, bodyLimits.application))
  if (!read.ok) throw new Refusal('invalid', read.message)
  return read.value
}

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
