import { setImmediate } from 'node:timers/promises'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { eventChanges, events } from '#db/schema/events.ts'
import { transact, transactSoon, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import {
  type Actor,
  type Admin,
  access,
  type ClientActor,
  type Stranger,
} from '#src/domain/actor.ts'
import { minutes } from '#src/domain/calendar.ts'
import { accessRetention, addressesRemoved } from './chain.ts'
import { recordEvent } from './events.ts'

type AccessAction =
  | 'record read'
  | 'document read'
  | 'attachment read'
  | 'notes read'
  | 'list exported'
  | 'sign-in failed'

const mostWaiting = 10_000
const mostAtOnce = 100

/** After the response: no read waits for the disk, and no time shows whether an account exists. */
export function noteAccess(deps: Deps, actor: Actor, action: AccessAction, application?: string) {
  const { waiting } = deps.accessQueue
  const at = deps.now()
  if (waiting.length >= mostWaiting) return deps.log.error({ action }, 'an event was not recorded')
  waiting.push((db) => writeAccess({ ...deps, db, now: () => at }, actor, action, application))
  startWriting(deps)
}

export async function accessRecorded({ accessQueue }: Deps) {
  while (accessQueue.writing) await accessQueue.writing
}

/** An unknown name is not stored, because people type passwords there. */
export async function noteFailure(deps: Deps, actor: Admin | ClientActor | Stranger) {
  const wait =
    actor.kind === 'stranger'
      ? await deps.limits.take('strangersNoted', 'all')
      : await deps.limits.take('failuresNoted', `${actor.kind} ${actor.id}`)
  if (wait === 0) noteAccess(deps, actor, 'sign-in failed')
}

/** The events stay. */
export function removeOldAddresses(deps: Deps): number {
  const before = deps.now() - accessRetention
  const old = deps.db.orm
    .select({ event: eventChanges.event })
    .from(eventChanges)
    .innerJoin(events, eq(events.seq, eventChanges.event))
    .where(and(eq(events.section, access), lt(events.at, before)))
    .orderBy(eventChanges.event)
    .limit(1000)
    .all()
    .map(({ event }) => event)
  if (old.length === 0) return 0
  transact(deps, (deps) => {
    deps.db.orm.delete(eventChanges).where(inArray(eventChanges.event, old)).run()
    recordEvent(deps, { kind: 'system' }, { action: addressesRemoved })
  })
  return old.length
}

function startWriting(deps: Deps) {
  const { accessQueue } = deps
  if (accessQueue.waiting.length === 0 || accessQueue.writing) return
  accessQueue.writing = writeQueue(deps).finally(() => {
    accessQueue.writing = null
    startWriting(deps)
  })
}

async function writeQueue(deps: Deps) {
  const { waiting } = deps.accessQueue
  while (waiting.length > 0) {
    await setImmediate()
    const some = waiting.slice(0, mostAtOnce)
    try {
      const writeAll = ({ db }: Writing<Deps>) => {
        for (const write of some) write(db)
      }
      await transactSoon(deps, writeAll, minutes(1))
    } catch (err) {
      deps.log.error({ err, events: some.length }, 'events were not recorded')
    }
    waiting.splice(0, some.length)
  }
}

function writeAccess(
  deps: Writing<Deps>,
  actor: Actor,
  action: AccessAction,
  application: string | undefined,
) {
  const id = actor.kind === 'client' ? idOfClient(deps, actor) : application
  // a customer who was erased since leaves no address behind
  if (actor.kind === 'client' && !id) return
  recordEvent(deps, actor, { action, section: access, ...(id && { application: id }) })
}

const idOfClient = ({ db }: Deps, { application }: ClientActor) =>
  db.orm
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.seq, application))
    .get()?.id
