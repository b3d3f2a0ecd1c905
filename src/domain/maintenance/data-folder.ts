import { join } from 'node:path'
import { migrateDatabase } from '#db/migrate.ts'
import { busyTimeoutMs, type Db, openDatabase } from '#db/open.ts'
import { readFact, storeFact } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import {
  checkBeforeOpening,
  closeAndMark,
  headOf,
  isServed,
  type LostEvents,
  lostEventsRow,
  markRunning,
  noteHead,
} from '#db/volume.ts'
import type { Deps, Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { encryptedAuditSecret, verifyKey } from '#src/domain/audit/installation.ts'
import { days, longInstant } from '#src/domain/calendar.ts'
import { takeInDocuments } from '#src/domain/documents/take-in.ts'
import { errorMessage } from '#src/domain/refusal.ts'
import type { Env } from '#src/env.ts'
import { type Keys, loadKeys } from '#src/security/keys.ts'
import { createPasswords } from '#src/security/passwords.ts'

/**
 * Opens the data folder and brings its database up to date. Throws before it changes anything when the folder is wrong.
 * `holdsLock` means that no server can start in the meantime.
 */
export function openData(
  env: Env,
  migrations: string,
  now: () => number,
  { holdsLock }: { holdsLock: boolean },
) {
  const folder = env.DATA_DIR
  const { readAll, lost } = checkBeforeOpening(folder, migrations, (db) => {
    const { keys } = loadKeys(env)
    // a first start that was killed may have created only the tables
    if (encryptedAuditSecret(db)) verifyKey(db, keys)
  })
  const { keys, newKeyFile } = loadKeys(env)
  const db = openDatabase(join(folder, 'countersign.db'), busyTimeoutMs)
  // this is before the first write, but after the file exists, because a mark without a database means that the
  // database was lost
  markRunning(folder)
  const { applied, backup } = migrateDatabase(db, migrations)
  verifyKey(db, keys)
  const store = createStore(env, db, keys, now)
  if (lost) {
    noteLostEvents(store, lost)
    noteHead(db)
  }
  return {
    ...store,
    newKeyFile,
    readAll,
    lost,
    applied,
    backup,
    earlier: takeInEarlier(store),
    close: () => closeAndMark(db, () => holdsLock || !isServed(folder)),
  }
}

/**
 * Takes in the documents of an earlier version. The server starts even if that fails: documents that were not taken in
 * are never sealed, and "verify" names them.
 */
function takeInEarlier(store: Store) {
  try {
    return takeInDocuments(store)
  } catch (error) {
    return { takenIn: 0, refused: [errorMessage(error)] }
  }
}

/** Keeps the state file up to date with the history. Changes still succeed when the disk is full. */
export function followHistory(deps: Deps) {
  let noted = 0
  note()
  deps.jobListeners.add(note)

  function note() {
    try {
      const { seq } = headOf(deps.db) ?? { seq: 0 }
      if (seq === noted) return
      noted = seq
      noteHead(deps.db)
    } catch (err) {
      deps.log.warn({ err }, 'the state file could not be written')
    }
  }
}

const shownFor = days(1)

export const noteLostEvents = (deps: Store, lost: LostEvents) =>
  transact(deps, (tx) => {
    storeFact(tx.db, lostEventsRow, { ...lost, at: tx.now() })
    const changes = [{ field: 'events', before: null, after: String(lost.events) }]
    recordEvent(tx, { kind: 'system' }, { action: 'events lost', changes })
  })

export function lostEvents({ db, now }: Store): LostEvents | null {
  const lost = readFact<LostEvents & { at: number }>(db, lostEventsRow)
  return lost && now() - lost.at < shownFor ? lost : null
}

export const lostWords = (timezone: string, { events, since }: LostEvents) =>
  `The write-ahead log was lost: at least ${events === 1 ? '1 event' : `${events} events`} after ${longInstant(timezone, since)} are missing, with what they stored. An off-site backup may hold them: "restore --list" shows what there is`

export const createStore = (env: Env, db: Db, keys: Keys, now: () => number): Store => ({
  env,
  db,
  keys,
  now,
  passwords: createPasswords(),
  jobListeners: new Set(),
})
