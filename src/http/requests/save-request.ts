import { Refusal } from '#src/domain/refusal.ts'
import { readSave, type Save } from '#src/forms/registration/save-payload.ts'
import type { Ctx } from '#src/http/context.ts'
import { bodyLimits, readJson } from './body.ts'

/** Reads the save payload of a request; refuses what is not one. */
export async function saveOf(c: Ctx): Promise<Save> {
  return readOrRefuse(await readJson(c, bodyLimits.application))
}

/** A payload as a save; refuses ('invalid') what is not one, naming the field that is at fault. */
export function readOrRefuse(payload: unknown): Save {
  const read = readSave(payload)
  if (read.ok) return read.value
  const { field, message } = read
  throw new Refusal('invalid', message, field ? { errors: { [field]: message } } : {})
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
