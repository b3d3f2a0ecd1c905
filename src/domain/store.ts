import type { Db } from '#db/open.ts'
import type { Store } from '#src/deps.ts'
import type { Env } from '#src/env.ts'
import type { Keys } from '#src/security/keys.ts'
import { createPasswords } from '#src/security/passwords.ts'

export const createStore = (env: Env, db: Db, keys: Keys, now: () => number): Store => ({
  ...{ env, db, keys, now },
  passwords: createPasswords(),
  jobListeners: new Set(),
})
