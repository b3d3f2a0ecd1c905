import { join } from 'node:path'
import { migrateDatabase } from '#db/migrate.ts'
import { openDatabase, patience } from '#db/open.ts'
import {
  checkBeforeOpening,
  closeAndMark,
  headOf,
  isServed,
  markRunning,
  noteHead,
} from '#db/volume.ts'
import type { Deps } from '#src/deps.ts'
import { sealedAudit, verifyKey } from '#src/domain/audit/installation.ts'
import type { Env } from '#src/env.ts'
import { loadKeys } from '#src/security/keys.ts'
import { createStore } from '../store.ts'
import { noteLostEvents } from './lost-events.ts'

/**
 * Opens the database of a folder that no other process serves: looks at everything without a write, marks that a process
 * runs, and only then migrates. Throws in plain words, having changed nothing, when the folder is not what it should be.
 * `holdsLock` says whether the caller keeps others away; if not, a server may start meanwhile, and `close` leaves the mark.
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
    // a first start that was killed may have made the tables only
    if (sealedAudit(db)) verifyKey(db, keys)
  })
  const { keys, made } = loadKeys(env)
  const db = openDatabase(join(folder, 'countersign.db'), patience)
  // before the first write, and after the file is there: a mark without a database means a lost one
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
    ...{ made, readAll, lost, applied, backup },
    close: () => closeAndMark(db, () => holdsLock || !isServed(folder)),
  }
}

/**
 * Keeps the state file up with the history, at the start and after every change that leaves a job, such as a submit or a
 * decision; none fails because of a full disk.
 */
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
