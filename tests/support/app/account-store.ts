import { onTestFinished } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import { createStore } from '#src/domain/maintenance/data-folder.ts'
import { keyRing } from '#src/security/keys.ts'
import { envOf } from '../env.ts'
import { dump, testDatabase } from './test-database.ts'

/** A database with the administrators 1 and 2 (ann, bob) and the customers 1 and 2, without an app around it. */
export function accountStore() {
  const { db, remove } = testDatabase()
  onTestFinished(remove)
  const clock = { now: Date.parse('2026-11-20T10:00:00Z') }
  const env = envOf({ COMPANY_NAME: 'Example Supplies Ltd' })
  const keys = keyRing([Buffer.alloc(32, 1)])
  const store = createStore(env, db, keys, () => clock.now)
  verifyKey(db, keys)
  const at = { createdAt: clock.now, updatedAt: clock.now }
  for (const [at0, username] of ['ann', 'bob'].entries()) {
    const seq = at0 + 1
    const email = `${username}@example.com`
    db.orm
      .insert(admins)
      .values({
        username,
        usernameKey: username,
        passwordHash: 'none',
        role: 'administrator',
        createdAt: clock.now,
      })
      .run()
    db.orm
      .insert(applications)
      .values({ seq, id: `0000-0000-000${seq}`, ...at })
      .run()
    db.orm
      .insert(clients)
      .values({ application: seq, email, emailKey: email, createdAt: clock.now })
      .run()
  }
  return { store, clock, rows: (table: string) => dump(db)[table] as Record<string, unknown>[] }
}
