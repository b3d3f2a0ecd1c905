import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Actor } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications/application.ts'
import type { AdminRecord } from '#src/domain/review/record.ts'

/** Nothing here runs: `tsc` fails when a marked line compiles, and when an unmarked one does not. */
export const allowed = (application: Application) => application.status === 'submitted'

// @ts-expect-error: a misspelt status of a stored application
export const stored = (application: Application) => application.status !== 'submited'

// @ts-expect-error: a misspelt status of a record that the browser shows
export const shown = (record: AdminRecord) => record.status === 'aproved'

// @ts-expect-error: a misspelt status in a query
export const asked = () => eq(applications.status, 'submited')

// @ts-expect-error: a misspelt kind of actor
export const isStaff = (actor: Actor) => actor.kind === 'administrator'
