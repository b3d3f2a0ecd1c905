import { setImmediate } from 'node:timers/promises'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { type Change, eventChanges, events } from '#db/schema/events.ts'
import { transact, type Writing, writable } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import {
  type Actor,
  type Admin,
  type ApiKey,
  accessSection,
  type ClientActor,
  type Stranger,
} from '#src/domain/actor.ts'
import { hours, minutes } from '#src/domain/calendar.ts'
import type { EventAction } from './actions.ts'
import { accessRetention } from './chain.ts'
import { recordEvent } from './events.ts'

type AccessAction = Extract<
  EventAction,
  | 'record read'
  | 'document read'
  | 'attachment read'
  | 'list read'
  | 'list exported'
  | 'person found'
  | 'person exported'
  | 'sign-in failed'
>

const mostWaiting = 10_000
const mostAtOnce = 100

/**
 * Writes entries after the response, so that no read waits for the disk and no response time shows whether an account
 * exists.
 */
export function noteAccess(deps: Deps, actor: Actor, action: AccessAction, application?: string) {
  if (deps.showsNothing && action !== 'sign-in failed') return
  queueAccess(deps, actor, () => ({ action, application }))
}

/** The lists that show customers. The dashboard, its updates and the list of applications count as one list. */
export type CustomerList = 'applications' | 'activity' | 'customers left out of a ledger file'

/** How long one event covers what a session or key reads of a list. */
const gatheringTime = hours(1)

/**
 * Records at once that a list was read, and how many applications it showed. Whatever else the same session or key
 * reads of that list within the hour becomes one more event when the hour is over or the server stops. Each application
 * counts once.
 */
export function noteListRead(
  deps: Deps,
  reader: Admin | ApiKey,
  list: CustomerList,
  applications: string[],
) {
  const { listsRead } = deps
  const at = deps.now()
  for (const [key, { begun }] of listsRead)
    if (Math.abs(at - begun) >= gatheringTime) closeList(deps, key)
  if (applications.length === 0 || deps.showsNothing) return
  const key = `${list} ${reader.kind === 'admin' ? reader.sessionHash : reader.name}`
  const open = listsRead.get(key)
  for (const application of applications) open?.shown.add(application)
  if (open) return
  const begun = { reader, list, begun: at, shown: new Set(applications), recorded: 0 }
  listsRead.set(key, begun)
  recordShown(deps, begun)
  setTimeout(() => closeList(deps, key, begun), gatheringTime).unref()
}

type ListRead = Deps['listsRead'] extends Map<string, infer Read> ? Read : never

function closeList(deps: Deps, key: string, read = deps.listsRead.get(key)) {
  if (!read || deps.listsRead.get(key) !== read) return
  deps.listsRead.delete(key)
  if (read.shown.size > read.recorded) recordShown(deps, read)
}

/** Counts when the event is written, so that a page which shows the list in several places causes one event. */
function recordShown(deps: Deps, read: ListRead) {
  const before = read.recorded
  queueAccess(deps, read.reader, () => {
    read.recorded = read.shown.size
    return {
      action: 'list read',
      changes: [
        { field: 'list', before: null, after: read.list },
        { field: 'shown', before: null, after: String(read.recorded - before) },
      ],
    }
  })
}

/** Writes what is still waiting. Called when the server stops. */
export async function closeAccessLog(deps: Deps) {
  for (const key of deps.listsRead.keys()) closeList(deps, key)
  await accessRecorded(deps)
}

export async function accessRecorded({ accessQueue }: Deps) {
  while (accessQueue.writing) await accessQueue.writing
}

type AccessEvent = { action: AccessAction; application?: string | undefined; changes?: Change[] }

function queueAccess(deps: Deps, actor: Actor, describe: () => AccessEvent) {
  const { waiting } = deps.accessQueue
  const at = deps.now()
  if (waiting.length >= mostWaiting)
    return deps.log.error({ actor: actor.kind }, 'an event was not recorded')
  waiting.push((db) => writeAccess({ ...deps, db, now: () => at }, actor, describe()))
  startWriting(deps)
}

/** Records a failed sign-in. An unknown user name is not stored, because people type passwords into that field. */
export async function noteFailure(deps: Deps, actor: Admin | ClientActor | Stranger) {
  const wait =
    actor.kind === 'stranger'
      ? await deps.limits.take('strangersNoted', 'all')
      : await deps.limits.take('failuresNoted', `${actor.kind} ${actor.id}`)
  if (wait === 0) noteAccess(deps, actor, 'sign-in failed')
}

/** Removes the network addresses of old events. The events themselves stay. */
export function removeOldAddresses(deps: Deps): number {
  const before = deps.now() - accessRetention
  const old = deps.db.orm
    .select({ event: eventChanges.event })
    .from(eventChanges)
    .innerJoin(events, eq(events.seq, eventChanges.event))
    .where(and(eq(events.section, accessSection), lt(events.at, before)))
    .orderBy(eventChanges.event)
    .limit(1000)
    .all()
    .map(({ event }) => event)
  if (old.length === 0) return 0
  transact(deps, (tx) => {
    tx.db.orm.delete(eventChanges).where(inArray(eventChanges.event, old)).run()
    recordEvent(tx, { kind: 'system' }, { action: 'addresses removed after their time' })
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
      await writable(deps, minutes(1))
      transact(deps, writeAll)
    } catch (err) {
      deps.log.error({ err, events: some.length }, 'events were not recorded')
    }
    waiting.splice(0, some.length)
  }
}

function writeAccess(
  deps: Writing<Deps>,
  actor: Actor,
  { action, application, changes = [] }: AccessEvent,
) {
  const id = actor.kind === 'client' ? idOfClient(deps, actor) : application
  // a customer who has been erased in the meantime must leave no address behind
  if (actor.kind === 'client' && !id) return
  recordEvent(deps, actor, {
    action,
    section: accessSection,
    changes,
    application: id,
  })
}

const idOfClient = ({ db }: Deps, { application }: ClientActor) =>
  db.orm
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.seq, application))
    .get()?.id
