import { setImmediate } from 'node:timers/promises'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { applications } from '#db/schema/applications.ts'
import { eventChanges, events } from '#db/schema/events.ts'
import { transact, type Writing } from '#db/transaction.ts'
import { isBusy, transactSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import {
  type Actor,
  type Admin,
  access,
  type ClientActor,
  type Stranger,
} from '#src/domain/actor.ts'
import { accessKept, addressesRemoved } from './chain.ts'
import { recordEvent } from './events.ts'

type Store = Pick<Deps, 'db' | 'keys' | 'now' | 'log' | 'draining'>
type Access = { actor: Actor; action: AccessAction; application: string | undefined; at: number }

export type AccessAction =
  | 'record read'
  | 'document read'
  | 'notes read'
  | 'list exported'
  | 'sign-in failed'

/** More than a busy minute brings. Only a lock that nobody gives back fills it. */
const mostWaiting = 10_000
const mostAtOnce = 100
const waiting = new WeakMap<Db, Access[]>()
const writing = new WeakMap<Db, Promise<void>>()

/**
 * Records that somebody signed in in vain, or read something: as an event, once the answer is on its way. So no reading
 * waits for the disk or for another process, and no answer's time tells whether an account exists.
 */
export function noteAccess(deps: Store, actor: Actor, action: AccessAction, application?: string) {
  const queue = waiting.get(deps.db) ?? []
  waiting.set(deps.db, queue)
  if (queue.length >= mostWaiting) return deps.log.error({ action }, 'an event was not recorded')
  queue.push({ actor, action, application, at: deps.now() })
  startWriting(deps, queue)
}

/** Resolves when every access noted so far is recorded. */
export async function accessRecorded({ db }: Pick<Deps, 'db'>) {
  while (writing.has(db)) await writing.get(db)
}

/**
 * Records a sign-in that failed. A name that nobody has is not kept: people type passwords there. The number is bounded
 * for each account, and for all strangers together.
 */
export async function noteFailure(
  deps: Store & Pick<Deps, 'limits'>,
  actor: Admin | ClientActor | Stranger,
) {
  const wait =
    actor.kind === 'stranger'
      ? await deps.limits.take('strangersNoted', 'all')
      : await deps.limits.take('failuresNoted', `${actor.kind} ${actor.id}`)
  if (wait === 0) noteAccess(deps, actor, 'sign-in failed')
}

/** Removes where sign-ins and readings of long ago came from; the events stay. Tells how many. */
export function removeOldAddresses(deps: Store): number {
  const before = deps.now() - accessKept
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

function startWriting(deps: Store, queue: Access[]) {
  if (queue.length === 0 || writing.has(deps.db)) return
  const written = writeQueue(deps, queue).finally(() => {
    writing.delete(deps.db)
    startWriting(deps, queue)
  })
  writing.set(deps.db, written)
}

async function writeQueue(deps: Store, queue: Access[]) {
  while (queue.length > 0) {
    await setImmediate()
    const some = queue.slice(0, mostAtOnce)
    try {
      await transactSoon(deps, (deps) => {
        for (const access of some) writeAccess(deps, access)
      })
    } catch (err) {
      if (isBusy(err) && !deps.draining()) continue
      deps.log.error({ err, events: some.length }, 'events were not recorded')
    }
    queue.splice(0, some.length)
  }
}

function writeAccess(deps: Writing<Store>, { actor, action, application, at }: Access) {
  const id = actor.kind === 'client' ? idOfClient(deps, actor) : application
  // a customer who was erased meanwhile leaves no address behind
  if (actor.kind === 'client' && !id) return
  const event = { action, section: access, ...(id && { application: id }) }
  recordEvent({ ...deps, now: () => at }, actor, event)
}

const idOfClient = ({ db }: Store, { application }: ClientActor) =>
  db.orm
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.seq, application))
    .get()?.id
