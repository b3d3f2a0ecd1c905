import type { Change } from '#db/schema/events.ts'
import type { Store } from '#src/deps.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import { dateIn } from '#src/domain/calendar.ts'
import type { Application } from './application.ts'
import type { DrawnSave } from './draw-signature.ts'

/**
 * Removes a date of agreement that is only the day that the form presets. A draft stores a date once somebody has
 * chosen one, and until then the form shows the present day.
 */
export function withoutPreset(deps: Store, save: DrawnSave): DrawnSave {
  const { agreementDate } = save.fields
  const isPreset = agreementDate === today(deps) || agreementDate === save.shownDay
  if (agreementDate === undefined || !isPreset) return save
  return { ...save, fields: { ...save.fields, agreementDate: null }, agreesToday: true }
}

/** Adds the present day as the date of agreement, if a submit names none and the form was showing that day. */
export function withAgreementDate(
  deps: Store,
  { agreementDate, agreementToday }: Application,
  save: DrawnSave,
): DrawnSave {
  if (save.fields.agreementDate !== undefined || agreementDate || !agreementToday) return save
  return { ...save, fields: { ...save.fields, agreementDate: today(deps) } }
}

/** Returns the date that the form shows, if it counts as an answer. */
export const agreementDateOf = (deps: Store, { agreementDate, agreementToday }: Application) =>
  agreementDate ?? (agreementToday ? today(deps) : null)

const today = ({ env, now }: Store) => dateIn(env.APP_TIMEZONE, now())

/**
 * Returns whether the date of agreement is the day of the first save, which version 0.2.0 stored although nobody had
 * chosen it.
 */
export function isFirstDay(deps: Store, { id, agreementDate, createdAt }: Application): boolean {
  const dayOf = (at: number) => dateIn(deps.env.APP_TIMEZONE, at)
  if (agreementDate !== dayOf(createdAt)) return false
  const isChoice = ({ field, after }: Change) =>
    field === 'agreementDate' && after === agreementDate
  return !eventsOf(deps, id).some(
    ({ at, changes }) => dayOf(at) !== agreementDate && changes?.some(isChoice),
  )
}
